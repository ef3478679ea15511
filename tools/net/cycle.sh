#!/bin/sh
# Learns on and on: plays games with the newest network, has them labelled,
# trains, exports, judges. Stop it at any time; it goes on where it was.
#
#   TEACHER="katago analysis ..." ENGINES="engines.txt" tools/net/cycle.sh FOLDER
#
# FOLDER has `arrays` (net-learn dump) and `run` (train.py). ENGINES is a file
# with one GTP command on each line, to play beside the network. Other settings:
# LEARN (net-learn), PYTHON, GAMES and HOURS of training in a cycle, RATE,
# POSITIONS (for net-learn judge).
set -eu
folder=$1
tools=$(dirname "$0")
: "${LEARN:=target/release/net-learn}" "${PYTHON:=python3}" "${GAMES:=400}"
: "${HOURS:=0.5}" "${RATE:=0.0015}" "${ENGINES:=/dev/null}" "${POSITIONS:=}"
export OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE
mkdir -p "$folder/games"

shape=$("$PYTHON" -c "
import sys, torch
shape = torch.load(sys.argv[1], weights_only=False)['shape']
print('--blocks', shape['blocks'], '--channels', shape['channels'])
" "$folder/run/state.pt")
cycle=$(cat "$folder/cycle" 2>/dev/null || echo 1)
while :; do
    "$PYTHON" "$tools/export.py" "$folder/run" "$folder/newest.net" --name "cycle-$cycle"
    if [ -n "$POSITIONS" ]; then
        "$LEARN" judge "$folder/newest.net" "$POSITIONS"
    fi
    games="$folder/games/$cycle"
    # The games of a cycle are played by one network, also after a stop.
    [ -e "$games.net" ] || cp "$folder/newest.net" "$games.net"
    set --
    while read -r engine; do
        set -- "$@" --engine "$engine"
    done < "$ENGINES"
    "$LEARN" play "$games.games" "$GAMES" "$cycle" --network "$games.net" "$@"
    "$LEARN" label "$games.games" "$games.labels" "$TEACHER"
    "$LEARN" dump sparse "$folder/arrays" "cycle-$cycle" < "$games.labels"
    # shellcheck disable=SC2086
    "$PYTHON" "$tools/train.py" "$folder/arrays" "$folder/run" $shape \
        --hours "$HOURS" --rate "$RATE" --flat 0.3
    cycle=$((cycle + 1))
    echo "$cycle" > "$folder/cycle"
done
