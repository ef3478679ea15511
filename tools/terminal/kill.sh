#!/bin/bash
# Kills the terminal program ten times in the middle of a game, and goes on
# each time from the last move that was on the screen.
#
#     tools/terminal/kill.sh target/release/tengen
set -eu

source "$(dirname "$0")/screen.sh"

number() { screen | grep -o 'Move [0-9]*' | cut -d' ' -f2; }

export TENGEN_HOME=$FOLDER
start "$PROGRAM play --size 19 --level 14k"
wait_for 'Black to play'
for round in $(seq 10); do
    # Some moves, of which some are not possible.
    for _ in 1 2 3; do
        say "$(printf '%s' A B C D E F G H J K L M N O P Q R S T |
            cut -c$((RANDOM % 19 + 1)))$((RANDOM % 19 + 1))"
        sleep "0.$((RANDOM % 9))"
    done
    before=$(number)
    kill -KILL "$(tmux -L "$SOCKET" display-message -p '#{pane_pid}')"
    for _ in $(seq 50); do
        tmux -L "$SOCKET" has-session 2>/dev/null || break
        sleep 0.1
    done
    start "$PROGRAM"
    wait_for 'Continue'
    press Enter
    wait_for 'Move '
    after=$(number)
    # The engine may have moved meanwhile.
    if [ "$after" -lt "$before" ] || [ "$after" -gt $((before + 2)) ]; then
        echo "round $round: move $before became $after"
        exit 1
    fi
    echo "ok: round $round, killed at move $before, went on at move $after"
done
