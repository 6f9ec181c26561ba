#!/usr/bin/env bash
# All tests, in the order in which a failure is cheapest to know. `npm test` sets up what is missing and calls this.
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
  printf '\n== %s\n' "$1"
  shift
  local before=$SECONDS
  "$@"
  printf '== %d s\n' $((SECONDS - before))
}

native() {
  cmake --preset native > build/native-configure.log 2>&1 || { cat build/native-configure.log; return 1; }
  cmake --build --preset native -- --quiet
  ctest --test-dir build/native --output-on-failure
}

wasm() {
  POSENC_TESTS=ON bash src/wasm/build.sh
  ctest --test-dir build/wasm --output-on-failure
}

mkdir -p build
step 'Formatting and linters' npm run --silent lint
step 'GoogleTest, native' native
step 'GoogleTest, WebAssembly in Node' wasm
step 'Package and page: build' bash -c 'npm run --silent build:package && npm run --silent build:page'
step 'Types' npm run --silent types
step 'Package and page: tests without a browser' npx vitest run --config tests/vitest.config.ts --project js --project package --project golden --project web
step 'Golden data' npm run --silent golden -- tests/golden
step 'Page in Chromium' npx vitest run --config tests/vitest.config.ts --project browser
