#!/usr/bin/env bash
# Builds what the benchmarks need besides `npm run build`: the module with room for 128 MiB, and the native program.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DPOSENC_TESTS=OFF -DPOSENC_BENCHMARKS=ON)
quietly() { "$@" > build/bench-configure.log 2>&1 || { cat build/bench-configure.log; exit 1; }; }
quietly emcmake cmake -S . -B build/wasm-bench "${options[@]}"
quietly cmake -S . -B build/native-bench "${options[@]}"
cmake --build build/wasm-bench --target posenc_wasm_bench -- --quiet
cmake --build build/native-bench --target posenc_bench -- --quiet
