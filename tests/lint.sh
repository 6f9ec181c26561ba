#!/usr/bin/env bash
# Formatting and linters: C++ by clang-format, everything else by Biome.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror
npx biome check --error-on-warnings .
