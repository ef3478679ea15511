#!/usr/bin/env bash
# The pages of `tengen serve` in Chromium: installs what is missing, builds the
# program, and plays. With a name as argument, only tests that contain it.
set -euo pipefail
cd "$(dirname "$0")"

chromium="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
if [ -z "$chromium" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || true
  chromium="$(command -v chromium || true)"
fi
if [ -z "$chromium" ]; then
  echo "skipped: the pages in a browser, which need Chromium (Debian: chromium)"
  exit 0
fi
if ! command -v tmux >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install -y -qq tmux >/dev/null 2>&1 || true
fi
if ! command -v gnugo >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install -y -qq gnugo >/dev/null 2>&1 || true
fi
if ! command -v npm >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install -y -qq nodejs npm >/dev/null 2>&1 || true
fi
if ! command -v npm >/dev/null; then
  echo "skipped: the pages in a browser, which need Node.js and npm (Debian: nodejs npm)"
  exit 0
fi
if [ ! -d node_modules/playwright-core ] && ! npm install --no-audit --no-fund --silent; then
  echo "skipped: the pages in a browser, since npm could not install playwright-core, axe-core and typescript"
  exit 0
fi

if [ -z "${TENGEN:-}" ]; then
  cargo build --quiet -p tengen
  TENGEN="$(cd ../.. && pwd)/target/debug/tengen"
fi
CHROMIUM="$chromium" exec node run.mjs "$TENGEN" "$@"
