# fogg_embed_client(TARGET): makes the browser client of web/ part of TARGET, as the table that src/assets/assets.h declares.
#
# All presets share one client in build/web. Ninja knows when to ask for it; tools/web looks at the contents of the sources
# and does nothing if the client is made from them already, for instance because another preset was built before. Its output
# is replaced only if it is different, so that nothing is compiled in vain.
function(fogg_embed_client target)
  if(NOT FOGG_WEB)
    target_sources(${target} PRIVATE assets/no_client.cpp)
    return()
  endif()
  set(web ${CMAKE_SOURCE_DIR}/web)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${web}/src/* ${web}/public/* ${CMAKE_SOURCE_DIR}/data/maps/*.json ${CMAKE_SOURCE_DIR}/data/editions/*.json)
  list(FILTER sources EXCLUDE REGEX "\\.test\\.ts$")
  file(GLOB settings CONFIGURE_DEPENDS ${web}/*.html ${web}/*.js ${web}/*.mjs ${web}/*.ts ${web}/package*.json ${web}/tsconfig.json)
  set(out ${CMAKE_SOURCE_DIR}/build/web)
  add_custom_command(
    OUTPUT ${out}/client.cpp
    COMMAND ${CMAKE_SOURCE_DIR}/tools/web build --out ${out}
    DEPENDS ${sources} ${settings} ${CMAKE_SOURCE_DIR}/tools/web
    COMMENT "Generating the browser client"
    USES_TERMINAL # the first time takes a while, and tools/web says what it is doing
    VERBATIM)
  target_sources(${target} PRIVATE ${out}/client.cpp)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Every file is one string literal, and clang warns of those that another compiler might find too long.
    set_source_files_properties(${out}/client.cpp PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  endif()
endfunction()
