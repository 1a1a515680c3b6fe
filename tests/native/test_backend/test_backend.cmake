# A copy of the plugin's folder with the test accelerators in it, for
# GENIEX_PLUGIN_PATH. Its place among the modules is a vendor's, because ggml
# looks for nothing but names it knows.

set(accelerated_plugin "${GENIEX_TEST_BACKEND}/llama_cpp")

add_library(geniex_test_backend MODULE ${CMAKE_CURRENT_LIST_DIR}/test_backend.cpp)
set_target_properties(geniex_test_backend PROPERTIES
    PREFIX "lib"
    OUTPUT_NAME "ggml-hexagon"
    LIBRARY_OUTPUT_DIRECTORY "${accelerated_plugin}"
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
target_compile_features(geniex_test_backend PRIVATE cxx_std_17)
target_compile_options(geniex_test_backend PRIVATE -Wall -Wextra)
target_compile_definitions(geniex_test_backend PRIVATE GGML_BACKEND_DL GGML_BACKEND_SHARED GGML_BACKEND_BUILD)
target_include_directories(geniex_test_backend PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
target_include_directories(geniex_test_backend SYSTEM PRIVATE "${GENIEX_LLAMA_CPP_DIR}/ggml/src")
target_link_libraries(geniex_test_backend PRIVATE ggml ggml-base)

# Links, so that the tests run the very plugin that was built.
foreach(target geniex_plugin_llama_cpp ${engine_libraries})
    add_custom_command(TARGET geniex_test_backend POST_BUILD
        COMMAND ${CMAKE_COMMAND} -E create_symlink
            "$<TARGET_FILE:${target}>" "${accelerated_plugin}/$<TARGET_FILE_NAME:${target}>"
        VERBATIM)
endforeach()
add_dependencies(geniex_test_backend geniex_plugin_llama_cpp ${engine_libraries})

# llama.cpp without the plugin, on the same libraries.
add_executable(geniex_reference_logits ${CMAKE_CURRENT_LIST_DIR}/reference_logits.c)
set_target_properties(geniex_reference_logits PROPERTIES
    OUTPUT_NAME "reference-logits"
    RUNTIME_OUTPUT_DIRECTORY "${accelerated_plugin}"
    INSTALL_RPATH "$ORIGIN")
target_compile_options(geniex_reference_logits PRIVATE -Wall -Wextra)
target_link_libraries(geniex_reference_logits PRIVATE llama ggml)
add_dependencies(geniex_reference_logits geniex_test_backend)
