#!/usr/bin/env bash
# Proofs that take longer than `npm test` may: the other compiler, sanitizers, the same bits across compilers, that every
# benchmark runs, the page in Firefox, its redraws in both browsers, and Lighthouse.
set -euo pipefail
cd "$(dirname "$0")/.."

suite() {
  printf '\n== GoogleTest, preset %s\n' "$1"
  cmake --preset "$1" > "build/$1-configure.log" 2>&1 || { cat "build/$1-configure.log"; return 1; }
  cmake --build --preset "$1" -- --quiet
  ctest --test-dir "build/$1" --output-on-failure
}

suite clang
suite sanitize
suite sanitize-clang

printf '\n== One hash for all compilers, vector units and WebAssembly\n'
tests/native/compare-bits.sh build/native/tests/native/posenc_bits build/clang/tests/native/posenc_bits \
  build/wasm/tests/native/posenc_bits.cjs

printf '\n== Benchmarks run\n'
npm run --silent bench -- --quick

printf '\n== Page in Firefox\n'
npx vitest run --config tests/vitest.config.ts --project firefox

printf '\n== Redraws of the page in both browsers\n'
npm run --silent bench:page

printf '\n== Lighthouse on the page\n'
npm run --silent audit:page
