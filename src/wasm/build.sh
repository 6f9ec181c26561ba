#!/usr/bin/env bash
# Builds the WebAssembly module, and with it (POSENC_TESTS=ON) the GoogleTest suite as a program for Node.
#   src/wasm/build.sh [CMake options]
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build
tests=${POSENC_TESTS:-OFF}
emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release -DPOSENC_TESTS="$tests" "$@" > build/wasm-configure.log 2>&1 ||
  { cat build/wasm-configure.log; exit 1; }
cmake --build build/wasm -- --quiet
