# The GGUF reader's tests. The broken files are made at test time: the generator is a thousandth of their size.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(gguf_test_dir ${CMAKE_CURRENT_LIST_DIR})
set(gguf_data_dir ${CMAKE_CURRENT_LIST_DIR}/../data)
set(gguf_corpus_dir ${CMAKE_BINARY_DIR}/tests/gguf-corpus)
set(gguf_sound_models ${gguf_data_dir}/vlm/tiny-llm.gguf ${gguf_data_dir}/vlm/tiny-mmproj.gguf)

foreach(name gguf_reader_test gguf_checks_test gguf_corpus_test gguf_inspect_test gguf_fuzz)
    add_executable(${name} ${gguf_test_dir}/${name}.cpp)
    target_link_libraries(${name} PRIVATE geniex_objects geniex_options)
    target_compile_definitions(${name} PRIVATE GENIEX_BUILD)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()

add_test(NAME gguf_corpus_make
    COMMAND ${Python3_EXECUTABLE} -B ${gguf_data_dir}/gguf/make_corpus.py ${gguf_corpus_dir})
set_tests_properties(gguf_corpus_make PROPERTIES FIXTURES_SETUP gguf_corpus)

add_test(NAME gguf_reader COMMAND gguf_reader_test)
add_test(NAME gguf_checks COMMAND gguf_checks_test)
add_test(NAME gguf_corpus
    COMMAND gguf_corpus_test ${gguf_corpus_dir} ${gguf_data_dir}/gguf/verdicts.tsv ${gguf_sound_models})
set_tests_properties(gguf_corpus PROPERTIES FIXTURES_REQUIRED gguf_corpus)
add_test(NAME gguf_inspect COMMAND gguf_inspect_test ${CMAKE_BINARY_DIR}/tests/gguf-inspect)

set(GENIEX_FUZZ_FILES 2000 CACHE STRING "Mutated model files that the reader's fuzz test tries")
add_test(NAME gguf_fuzz COMMAND gguf_fuzz ${GENIEX_FUZZ_FILES} 1 ${gguf_sound_models})
set_tests_properties(gguf_fuzz PROPERTIES TIMEOUT 300)
