# Brings llama.cpp into this build as shared libraries with private names.
#
# Private names matter because a process may hold a second llama.cpp (another
# plugin, a Python binding): the dynamic loader merges libraries by SONAME, so
# an upstream name would silently give one of the two the other's code.
# ggml's backends stay modules (GGML_BACKEND_DL), found in the plugin's folder.

# llama.cpp is compiled as it was measured: GNU dialects (ISO ones forbid fused
# multiply-add across expressions) and its own idea of what it exports.
foreach(language C CXX)
    unset(CMAKE_${language}_STANDARD)
    unset(CMAKE_${language}_STANDARD_REQUIRED)
    unset(CMAKE_${language}_EXTENSIONS)
    unset(CMAKE_${language}_VISIBILITY_PRESET)
endforeach()
unset(CMAKE_VISIBILITY_INLINES_HIDDEN)

set(BUILD_SHARED_LIBS ON CACHE BOOL "" FORCE)
set(GGML_BACKEND_DL ON CACHE BOOL "" FORCE)
set(GGML_NATIVE OFF CACHE BOOL "" FORCE)
# ggml's own threads: patches/considerate-threads.patch teaches them to wait well, on every platform alike.
set(GGML_OPENMP OFF CACHE BOOL "" FORCE)
set(GGML_CCACHE ON CACHE BOOL "" FORCE)
set(LLAMA_BUILD_COMMON ON CACHE BOOL "" FORCE)
set(LLAMA_BUILD_MTMD ON CACHE BOOL "" FORCE)
foreach(part TOOLS EXAMPLES TESTS SERVER APP UI)
    set(LLAMA_BUILD_${part} OFF CACHE BOOL "" FORCE)
endforeach()
# Nothing is fetched and no process is spawned by what we ship.
set(LLAMA_USE_PREBUILT_UI OFF CACHE BOOL "" FORCE)
set(LLAMA_OPENSSL OFF CACHE BOOL "" FORCE)
set(LLAMA_SUBPROCESS OFF CACHE BOOL "" FORCE)
set(MTMD_VIDEO OFF CACHE BOOL "" FORCE)
set(LLAMA_BUILD_NUMBER 0 CACHE STRING "" FORCE)
set(LLAMA_BUILD_COMMIT "${GENIEX_LLAMA_CPP_COMMIT}" CACHE STRING "" FORCE)

if(GENIEX_CPU_ALL_VARIANTS)
    set(GGML_CPU_ALL_VARIANTS ON CACHE BOOL "" FORCE)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    # The floor of both target machines (Oryon, Cortex-A76 class and Kunpeng).
    set(GGML_CPU_ARM_ARCH "armv8.2-a+dotprod" CACHE STRING "" FORCE)
else()
    foreach(feature SSE42 AVX AVX2 FMA F16C BMI2)
        set(GGML_${feature} ON CACHE BOOL "" FORCE)
    endforeach()
endif()

set(GENIEX_ACCELERATORS)
foreach(accelerator opencl hexagon)
    string(TOUPPER ${accelerator} name)
    set(GGML_${name} ${GENIEX_${name}} CACHE BOOL "" FORCE)
    if(GENIEX_${name})
        list(APPEND GENIEX_ACCELERATORS ${accelerator})
    endif()
endforeach()

file(STRINGS "${GENIEX_LLAMA_CPP_DIR}/ggml/src/ggml-cpu/ggml-cpu.c" patched REGEX "geniex_cpu_set_considerate")
if(NOT patched)
    message(WARNING "${GENIEX_LLAMA_CPP_DIR} is not patched (plugins/llama_cpp/patches): "
        "the plugin will work, but slowly beside other programs.")
endif()

set(CMAKE_PLATFORM_NO_VERSIONED_SONAME ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)

add_subdirectory("${GENIEX_LLAMA_CPP_DIR}" "${CMAKE_BINARY_DIR}/llama.cpp" EXCLUDE_FROM_ALL SYSTEM)

set(GENIEX_LLAMA_LIBRARIES ggml-base ggml llama llama-common mtmd)
foreach(library IN LISTS GENIEX_LLAMA_LIBRARIES)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME "geniex-${library}")
endforeach()
