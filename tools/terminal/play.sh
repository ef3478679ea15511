#!/bin/bash
# Plays through the terminal program in tmux, as a person would: start, play,
# undo, hint, estimate, pass, dead stones, result, save, reopen, suspend.
#
#     tools/terminal/play.sh target/release/tengen
set -eu

source "$(dirname "$0")/screen.sh"

cd "$FOLDER"
export TENGEN_HOME=$FOLDER/home
start 'bash --norc'
see '[$#]'
press -l "stty -g > before; $PROGRAM; stty -g > after; echo left"
press Enter

# The questions of the first start can be skipped; then a game begins in three
# presses of one key.
see 'Have you played Go before?'
press Escape
see 'New game'
press Enter
see 'Opponent'
press Enter
see 'Black to play'
press Enter
see 'Move 2'

# Taking back, typing a point, a move that is not possible.
press u
see 'Move 0'
say e5
see 'Move 2'
press Enter
see 'E5 is occupied'

# What the engine thinks.
press i
see '%'
press i
press t
see 'leads'
press Escape

# Looking back while the game goes on.
press b
press Home
see 'Move 0 of'
press Escape
see 'Black to play'

# A stone while looking back asks first, and only yes goes on from there.
press '['
say a1
see 'Play on from move 1?'
press n
see 'Move 2'
press '[' g
see 'Play on from move 1?'
press y
see 'Move [12]'

# Ctrl-Z, and back.
press C-z
see 'Stopped'
press -l fg
press Enter
see 'Black to play'

# Two people: walls on both sides, and a white stone that is dead.
say 'new both 9'
see 'Move 0'
for row in 1 2 3 4 5 6 7 8 9; do
    say "d$row"
    say "f$row"
done
say pass
say a9
see 'White A9'
press p
press p
see '1 dead'
# The engine has proposed it; a person thinks otherwise, and changes her mind.
say 'dead a9'
see 'no dead stones'
for _ in 1 2 3 4 5; do press Left Up; done
press Enter
see '1 dead'
press a
see 'wins by'

# The record goes to a file and comes back.
press s
see 'game.sgf'
press Enter
see 'Saved as'
grep -q 'RE\[' game.sgf
press q
see 'Open a game'
press o
see 'game.sgf'
press Enter
see 'Move 0 of'
press End
see 'wins by'
press Home
see 'Move 0 of'
press Right
see 'Black D1'

# The terminal is as it was.
press q
see 'Settings'
press q
see 'left$'
cmp before after
echo 'ok: the terminal is as it was'
