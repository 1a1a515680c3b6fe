#!/usr/bin/env bash
# Builds the runtime with ggml's OpenCL module: opencl-linux.sh BUILD_FOLDER [INSTALL_FOLDER]
#
# Needs cmake, ninja, a C++ compiler, Python 3 and, on Debian and Ubuntu,
# opencl-headers and ocl-icd-opencl-dev. GENIEX_LLAMA_CPP_DIR names llama.cpp's
# source; without it the pinned one is fetched.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:?usage: opencl-linux.sh BUILD_FOLDER [INSTALL_FOLDER]}
prefix=${2:-$build/install}
source=${GENIEX_LLAMA_CPP_DIR:-$(python3 "$root/native/build_backend/llama_source.py")}

cmake -S "$root/native" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DGENIEX_LLAMA_CPP_DIR="$source" -DGENIEX_OPENCL=ON
cmake --build "$build"
cmake --install "$build" --prefix "$prefix" --component runtime

module=$prefix/geniex_desktop/_native/llama_cpp/libggml-opencl.so
test -f "$module"
# Its base must be the plugin's own, and the loader the system's.
objdump -p "$module" | grep -q 'NEEDED *libgeniex-ggml-base.so'
objdump -p "$module" | grep -q 'NEEDED *libOpenCL.so.1'
echo "built: $module"
