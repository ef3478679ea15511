#!/bin/bash
# Kills the terminal program ten times in the middle of a game, and goes on
# each time from the last move that was on the screen.
#
#     tools/terminal/kill.sh target/release/tengen
set -eu

PROGRAM=$(realpath "$1")
FOLDER=$(mktemp -d)
SOCKET=tengen-kill-$$
trap 'tmux -L $SOCKET kill-server 2>/dev/null || true; rm -rf "$FOLDER"' EXIT

screen() { tmux -L "$SOCKET" capture-pane -p; }

number() { screen | grep -o 'Move [0-9]*' | cut -d' ' -f2; }

see() {
    for _ in $(seq 300); do
        if screen | grep -q -- "$1"; then return; fi
        sleep 0.1
    done
    echo "not seen: $1"
    screen
    exit 1
}

export TENGEN_HOME=$FOLDER NO_COLOR=1 LANG=C.UTF-8
tmux -L "$SOCKET" -f /dev/null new-session -d -x 80 -y 24 "$PROGRAM play --size 19 --level 14k"
see 'Black to play'
for round in $(seq 10); do
    # Some moves, of which some are not possible.
    for _ in 1 2 3; do
        tmux -L "$SOCKET" send-keys -l ":$(printf '%s' A B C D E F G H J K L M N O P Q R S T |
            cut -c$((RANDOM % 19 + 1)))$((RANDOM % 19 + 1))"
        tmux -L "$SOCKET" send-keys Enter
        sleep "0.$((RANDOM % 9))"
    done
    before=$(number)
    kill -KILL "$(tmux -L "$SOCKET" display-message -p '#{pane_pid}')"
    for _ in $(seq 50); do
        tmux -L "$SOCKET" has-session 2>/dev/null || break
        sleep 0.1
    done
    tmux -L "$SOCKET" -f /dev/null new-session -d -x 80 -y 24 "$PROGRAM"
    see 'Continue'
    tmux -L "$SOCKET" send-keys Enter
    see 'Move '
    after=$(number)
    # The engine may have moved meanwhile.
    if [ "$after" -lt "$before" ] || [ "$after" -gt $((before + 2)) ]; then
        echo "round $round: move $before became $after"
        exit 1
    fi
    echo "ok: round $round, killed at move $before, went on at move $after"
done
