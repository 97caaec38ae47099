# fogg_embed(TARGET DIR): makes the files *.json below DIR part of TARGET, as the table that src/data/embedded.h declares.
function(fogg_embed target dir)
  file(GLOB_RECURSE files RELATIVE ${dir} CONFIGURE_DEPENDS ${dir}/*.json)
  list(SORT files)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
  set(paths ${files})
  list(TRANSFORM paths PREPEND ${dir}/)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DDIR=${dir} "-DFILES=${files}" -P ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake
    DEPENDS ${paths} ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
