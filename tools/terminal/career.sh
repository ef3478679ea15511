#!/bin/bash
# Plays a whole challenge of `tengen career` in tmux: it is found, accepted, and
# won against a Novice with moves of a stronger engine; the reward is still
# there after a restart.
#
#     tools/terminal/career.sh target/release/tengen
set -eu

source "$(dirname "$0")/screen.sh"

run() { tmux -L "$SOCKET" respawn-pane -k "$1"; }

# Asks the engine that plays for the person.
ask() {
    echo "$1" >&"${ENGINE[1]}"
    local line answer=
    while read -r line <&"${ENGINE[0]}" && [ -n "$line" ]; do answer=$line; done
    case $answer in
    =*) answer=${answer#=} ;;
    *)
        echo "the engine says $answer to $1" >&2
        exit 1
        ;;
    esac
    echo "${answer# }"
}

# Moves the cursor by arrows, from where it is.
go_to() {
    local letters=ABCDEFGHJ before=${1%%[0-9]*} row=${1#?} column
    column=${letters%%"$before"*}
    column=${#column}
    while [ "$COLUMN" -lt "$column" ]; do press Right && COLUMN=$((COLUMN + 1)); done
    while [ "$COLUMN" -gt "$column" ]; do press Left && COLUMN=$((COLUMN - 1)); done
    while [ "$ROW" -lt "$row" ]; do press Up && ROW=$((ROW + 1)); done
    while [ "$ROW" -gt "$row" ]; do press Down && ROW=$((ROW - 1)); done
}

# Passes; unless the opponent has passed, that takes two presses.
pass() {
    press p
    wait_for 'Pass?\|is thinking\|Counting\|press any key'
    if screen | grep -q 'Pass?'; then press p; fi
}

# Plays until the result is shown.
play() {
    local mv answer n_moves=0
    ask 'boardsize 9' >/dev/null
    ask 'clear_board' >/dev/null
    ask 'komi 6.5' >/dev/null
    while true; do
        mv=$(ask 'genmove black')
        case $mv in
        pass | PASS | resign) pass ;;
        *) go_to "$mv" && press Enter ;;
        esac
        n_moves=$((n_moves + 1))
        wait_for 'is thinking\|Counting\|press any key'
        wait_for 'Your turn\|press any key'
        if screen | grep -q 'press any key'; then break; fi
        answer=$(screen | sed -n 's/.*White \([A-J][0-9]\)\. Your turn.*/\1/p')
        ask "play white ${answer:-pass}" >/dev/null
    done
    echo "ok: a game of $n_moves moves of Black"
    screen
}

export TENGEN_HOME=$FOLDER/home
start 'sleep 1000'
coproc ENGINE { "$PROGRAM" gtp --playouts 8000 --seed 1 --rules chinese-kgs; }

# Starts the program, in which something is found at once.
start() {
    run "$PROGRAM career --debug --seed $1; echo left; sleep 1000"
    see 'has a Go board out'
    see 'prestige 0'
    see 'Challenges: 2 wait'
}

# Ends the program, by the way through its menu.
leave() {
    press Escape
    see 'New game'
    press q
    see 'left'
}

# Accepts the one that was found, against a Novice, and plays.
accept() {
    press Enter
    see 'Your teacher: '
    press Down Enter
    see '▶ Novice'
    press Enter
    see 'Your turn'
    COLUMN=4 ROW=5
    play
}

# Esc goes back, one page at a time.
start 1
press Enter
see 'Your teacher: the first game'
press Down Enter
see 'Master      5 prestige  20,000 simulations'
press Escape
see 'Enter accept'
press d
see 'Your teacher: the first game'
press Escape
see 'Challenges: one waits'
see 'puts the board away'
leave

# Even a Novice wins now and then against a better player.
for seed in 2 3 4; do
    start "$seed"
    accept
    if screen | grep -q 'You win'; then break; fi
    see 'You lose'
    press Space
    see 'You lost to a Novice'
    leave
done
see 'You win'
see '+1 prestige'
press Space
see 'You beat a Novice\|Novice bowed and resigned'
see 'prestige 1'
see 'Challenges: '
leave

# After a restart, everything is as it was.
grep -q '^prestige = 1$' "$TENGEN_HOME/career.toml"
run "$PROGRAM career"
see 'Guest of the road, prestige 1'
press Down Enter
see 'Won *1'
see 'Novice *1'
see 'Streak *1, best 1'
screen
echo 'ok: the reward was kept'
