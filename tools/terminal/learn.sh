#!/bin/bash
# A person who has never played starts the program in tmux: the questions of the
# first start lead to the lessons; a step is answered, a hint and a word are
# looked at, and the lesson goes on where it was left after a restart, which
# `tengen learn` knows as well. Every lesson to its end is walked by the test
# `every_lesson_is_walked_to_its_end` of tengen-tui.
#
#     tools/terminal/learn.sh target/release/tengen
set -eu

source "$(dirname "$0")/screen.sh"

cd "$FOLDER"
export TENGEN_HOME=$FOLDER/home
start "$PROGRAM"

see 'Have you played Go before?'
press Enter
see 'Learn to play'
press Enter
see 'step 1 of'

# A stone anywhere is the first answer.
press Enter
sleep 0.2
press Enter
see 'step 2 of'

# A hint, and a word of the glossary.
press i
see 'step 2 of'
press F10
see 'atari'
press Escape

# The lesson goes on where it was left, also after a restart.
tmux -L "$SOCKET" respawn-pane -k "$PROGRAM"
see 'New game'
press F9
see 'Liberties'
press Enter
see 'step 2 of'
"$PROGRAM" learn --list | grep -q 'Liberties.*\[' && echo 'ok: tengen learn knows it too'
