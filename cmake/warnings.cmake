# One set of warnings for all of our code; every one is an error.
add_library(fogg_options INTERFACE)
target_compile_options(fogg_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of g++ 12: -Wrestrict in std::string, -Wstringop-overflow in fmt, the others under sanitizers.
  target_compile_options(fogg_options INTERFACE $<$<NOT:$<CONFIG:Release>>:-Wno-maybe-uninitialized> -Wno-restrict -Wno-stringop-overflow -Wno-tsan)
  # g++ 12 with AVX2 miscompiles loops of the form `if (…) set |= other` over pairs of words; without this pass it does not.
  target_compile_options(fogg_options INTERFACE -fno-tree-loop-if-convert)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # std::stable_sort of libstdc++ 12 uses a function that the same library calls deprecated.
  target_compile_options(fogg_options INTERFACE -Wno-deprecated-declarations)
endif()
if(FOGG_MARCH)
  target_compile_options(fogg_options INTERFACE -march=${FOGG_MARCH})
endif()
target_include_directories(fogg_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
