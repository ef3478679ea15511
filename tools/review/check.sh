#!/bin/sh
# Has other programs' parsers read reviewed records; see README.md beside it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tengen=${TENGEN:-$here/../../target/debug/tengen}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for game in "$here"/../../crates/review/tests/data/games/*.sgf; do
    "$tengen" review "$game" --visits 2 --sgf "$work/$(basename "$game")" --comments > /dev/null
done

python3 "$here/check.py" "$work"/*.sgf

cp "$here/check.js" "$work/check.mjs"
(cd "$work" && npm install --silent --no-audit --no-fund --prefix "$work" @sabaki/sgf@3.4.7 > /dev/null 2>&1)
node "$work/check.mjs" "$work"/*.sgf

if [ -n "${KATRAIN_WHEEL:-}" ]; then
    python3 "$here/katrain.py" "$KATRAIN_WHEEL" "$work/katrain.sgf"
    "$tengen" review "$work/katrain.sgf" --json --visits 10 | python3 "$here/katrain.py" --check
fi
