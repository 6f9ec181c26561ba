#!/usr/bin/env bash
# Compares the hash that builds of posenc_bits print: compare-bits.sh BINARY... (.cjs ones run in Node). Native programs
# run once for each vector unit; a unit that this machine lacks is named, not counted. Fails if any two differ.
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: $0 BINARY..." >&2; exit 2; }

lines=()
note() { # LABEL UNIT HASH ...
  lines+=("$3")
  echo "$3  $4 values  $2  $1"
}

for binary in "$@"; do
  if [[ $binary == *.cjs ]]; then
    # Emscripten 3.1.6 cannot read its .wasm where Node has fetch.
    read -r unit hash count _ < <(node --no-experimental-fetch "$binary")
    note "$binary" "$unit" "$hash" "$count"
    continue
  fi
  read -r unit hash count _ < <("$binary")
  note "$binary" "$unit" "$hash" "$count"
  [ "$unit" != generic ] || continue
  for forced in sse2 avx2 avx512; do
    # An unknown unit is not forced, and the line above would come again.
    [ "$forced" != "$unit" ] || continue
    read -r unit_used hash count _ < <(POSENC_ISA=$forced "$binary")
    if [ "$unit_used" = "$forced" ]; then
      note "$binary" "$forced" "$hash" "$count"
    else
      echo "$forced: this machine has no such unit, not compared ($binary)"
    fi
  done
done

different=$(printf '%s\n' "${lines[@]}" | sort -u | wc -l)
if [ "$different" != 1 ]; then
  echo "$different different hashes" >&2
  exit 1
fi
echo "${#lines[@]} runs, one hash"
