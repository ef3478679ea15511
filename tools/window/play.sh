#!/bin/bash
# Plays through the window on a screen that nobody sees, as a person would:
# a game by mouse, dead stones, a variation, save, reopen, and files that make
# no sense. Leaves pictures in a folder, and says how long the window takes to
# appear and what it costs while nothing moves.
#
#     tools/window/play.sh target/release/tengen-desktop pictures
#
# Needs Xvfb, xdotool and ImageMagick (Debian: xvfb, xdotool, imagemagick,
# libxkbcommon-x11-0).
set -eu

PROGRAM=$(realpath "$1")
PICTURES=$(realpath -m "${2:-pictures}")
ROOT=$(realpath "$(dirname "$0")/../..")
FOLDER=$(mktemp -d)
mkdir -p "$PICTURES"

mkfifo "$FOLDER/display"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$FOLDER/display" 2>/dev/null &
SERVER=$!
DISPLAY=:$(head -1 "$FOLDER/display")
WINDOW=
PROCESS=
trap 'kill $PROCESS 2>/dev/null || true; kill $SERVER; rm -rf "$FOLDER"' EXIT

export DISPLAY ICED_BACKEND=tiny-skia LANG=C.UTF-8
# Without a session bus there are no dialogs of the system, so paths are typed.
unset DBUS_SESSION_BUS_ADDRESS

fail() {
    echo "failed: $1"
    picture failure
    exit 1
}

# The color at a place of the screen.
color() { import -window root -crop "1x1+$1+$2" -depth 8 txt:- 2>/dev/null | grep -o '#[0-9A-F]\{6\}' | head -1; }

milliseconds() { date +%s%3N; }

# Starts the program with a home of its own, and says when it has drawn
# something.
start() {
    export TENGEN_HOME=$1
    shift
    mkdir -p "$TENGEN_HOME"
    xsetroot -solid black 2>/dev/null || true
    local begin end
    begin=$(milliseconds)
    "$PROGRAM" "$@" >"$FOLDER/log" 2>&1 &
    PROCESS=$!
    for _ in $(seq 1000); do
        case $(color 5 5) in ''|'#000000') ;; *) break ;; esac
    done
    end=$(milliseconds)
    FIRST_FRAME=$((end - begin))
    WINDOW=$(xdotool search --onlyvisible --name Tengen | head -1)
    xdotool windowfocus "$WINDOW"
    sleep 0.3
}

leave() {
    kill -0 "$PROCESS" 2>/dev/null || fail "the program has ended by itself: $(cat "$FOLDER/log")"
    kill "$PROCESS"
    wait "$PROCESS" 2>/dev/null || true
    PROCESS=
}

# Changes the size of the window, and knows where A9 and the next points are.
size() {
    xdotool windowsize "$WINDOW" "$1" "$2"
    EXTENT=$1x$2
    case $EXTENT in
    800x600) LEFT=68 TOP=105 CELL=50 ;;
    1600x1000) LEFT=218 TOP=133 CELL=93 ;;
    esac
    sleep 0.8
}

# Where a point of 9x9 is on the screen.
place() {
    local letters=ABCDEFGHJ column row
    column=${letters%%"${1:0:1}"*}
    row=$((9 - ${1:1}))
    echo $((LEFT + ${#column} * CELL)) $((TOP + row * CELL))
}

click() {
    # shellcheck disable=SC2046 # two words are wanted
    xdotool mousemove $(place "$1")
    sleep 0.05
    xdotool click "${2:-1}"
    sleep 0.15
}

press() {
    xdotool key --delay 40 "$@"
    sleep 0.4
}

picture() { import -window root -crop "${EXTENT:-1600x1000}+0+0" +repage "$PICTURES/$1.png"; }

# Whether the unfinished game says something.
says() { cat "$TENGEN_HOME"/unfinished/*.sgf 2>/dev/null | grep -q -- "$1"; }

# Waits until the unfinished game says something.
see() {
    for _ in $(seq 150); do
        if says "$1"; then return; fi
        sleep 0.1
    done
    fail "not seen: $1"
}

# The processor time of the program so far, in milliseconds.
work() { awk -v hz="$(getconf CLK_TCK)" '{ print int(($14 + $15) * 1000 / hz) }' "/proc/$PROCESS/stat"; }

idle() {
    local before after
    xdotool mousemove 1590 990
    sleep 1
    before=$(work)
    sleep 10
    after=$(work)
    echo "idle: $((after - before)) ms of processor time in 10 s, $1"
}

# A game against a level, by mouse.
HOME_OF_GAME=$FOLDER/game
mkdir -p "$HOME_OF_GAME"
printf '[game]\nsize = 9\nlevel = "28k"\n' >"$HOME_OF_GAME/config.toml"
start "$HOME_OF_GAME"
echo "first frame: $FIRST_FRAME ms"
size 800 600
picture start-800
idle "start screen"
press Return
for point in E5 C5 G5 D6 F6 G4 C7 B5; do
    click "$point"
    sleep 0.7
done
says 'B\[ee\]' || fail "no stone at E5"
picture game-wood-800
idle "game, no clock"
press T
picture game-slate-800
press T
picture game-print-800
press T
press i
sleep 3
# shellcheck disable=SC2046
xdotool mousemove $(place A1)
picture hints-800
press i t
sleep 3
picture territory-800
press t v
sleep 2
picture likely-moves-800
press v
for point in D5 F5 H5 A5 J5 B6 H6 E7 G7 F4 E4 D4 C6 E6 B7 H7 G6; do
    click "$point"
    sleep 0.5
done
# Passes until the opponent does too.
for _ in $(seq 80); do
    if says 'stage:scoring'; then break; fi
    press p
    sleep 0.3
done
see 'stage:scoring'
echo "ok: a game by mouse, to its scoring"
sleep 1
click E5 3
sleep 0.3
picture scoring-800
# What is dead is kept as soon as somebody has said something about it.
see '\[dead:'
echo "ok: a stone is taken for dead, or for alive"
size 1600 1000
picture scoring-1600
press a
sleep 0.5
[ -n "$(ls "$TENGEN_HOME/games" 2>/dev/null)" ] || fail "the game is not kept"
picture over-1600
echo "ok: the score is agreed on, and the game is kept"
leave

# Levels play each other on a larger board.
start "$FOLDER/levels"
size 1600 1000
press Right Right Up Right Right Right Right Right Right Down Down Right Right Return
sleep 10
xdotool mousemove 1500 960
sleep 0.5
picture levels-over-1600
# Somewhere in the middle of the game.
press ctrl+g
xdotool type 60
press Return
picture levels-wood-1600
press T i
sleep 6
picture levels-hints-1600
press i t
sleep 3
picture levels-territory-1600
leave
echo "ok: levels play each other"

# A variation in a record.
RECORD=$FOLDER/record.sgf
cp "$ROOT/examples/game.sgf" "$RECORD"
start "$FOLDER/edit" "$RECORD"
size 1600 1000
press Home Right Right Right Right
click E5
click G6
press ctrl+4
click E5
press ctrl+8
click D3
click F3
press ctrl+t
xdotool type --delay 15 'Black could also take the center.'
sleep 0.5
press Escape
press ctrl+s
sleep 0.5
grep -q 'TR\[ee\]' "$RECORD" || fail "the triangle is not saved"
grep -q 'center' "$RECORD" || fail "the comment is not saved"
# Any key takes away what was said about the file.
press m m
picture edit-wood-1600
press T
picture edit-slate-1600
press T
leave
start "$FOLDER/edit" "$RECORD"
size 1600 1000
press ctrl+f
xdotool type 'center'
press Return
sleep 0.5
picture reopened-1600
echo "ok: a variation is edited, saved, reopened and found"
size 800 600
picture edit-print-800
press question
sleep 0.5
picture help-800
press Escape
press ctrl+i
sleep 0.5
picture info-800
press Escape
click A1
xdotool windowclose "$WINDOW" 2>/dev/null || true
leave 2>/dev/null || true

# Files that make no sense.
bad() {
    start "$FOLDER/bad-$1" ${2:+"$2"}
    size 800 600
    sleep "${3:-0.5}"
    picture "bad-$1"
    leave
    echo "ok: $1"
}
printf '(;GM[1]FF[4]SZ[9];B[ee];W[zz];B[cc' >"$FOLDER/broken.sgf"
head -c 5000 /dev/urandom >"$FOLDER/noise.sgf"
printf '(;GM[1]FF[4]SZ[19]PB[\x88\xe9\x8e\x52]PW[\x96\x6b\x93\x6c]C[\x8a\x4a\x8e\x6e];B[pd]C[\x82\xb1\x82\xf1])' \
    >"$FOLDER/japanese.sgf"
{
    printf '(;GM[1]FF[4]SZ[19]C[huge]'
    for _ in $(seq 250); do
        awk 'BEGIN { for (i = 0; i < 400; i++) printf "%s[%c%c]", i % 2 ? ";W" : ";B", 97 + i % 19, 97 + int(i / 19) % 19 }'
    done
    printf ')'
} >"$FOLDER/huge.sgf"
bad broken "$FOLDER/broken.sgf"
bad noise "$FOLDER/noise.sgf"
bad japanese "$FOLDER/japanese.sgf"
bad missing "$FOLDER/missing.sgf"
mkdir -p "$FOLDER/bad-settings"
printf 'theme = 3\n[window]\ntheme = "plaid"\n[window.colors]\nboard = "wood"\n[game]\nsize = 99\n' \
    >"$FOLDER/bad-settings/config.toml"
bad settings
mkdir -p "$FOLDER/bad-toml"
printf '[window\n' >"$FOLDER/bad-toml/config.toml"
bad toml
start "$FOLDER/bad-engine"
size 800 600
# From the level to the last of the list, which is an engine that is typed.
press Left Left Left Left Left
xdotool mousemove 560 197 click 1
sleep 0.3
xdotool type --delay 15 'no-such-engine --gtp'
sleep 0.3
picture bad-engine-form
press Escape Return
sleep 0.5
click E5
sleep 1
picture bad-engine
leave
echo "ok: engine"
start "$FOLDER/huge" "$FOLDER/huge.sgf"
echo "first frame with 100,000 nodes: $FIRST_FRAME ms"
size 1600 1000
sleep 3
press Right Right Right Page_Down Page_Down
before=$(work)
for _ in $(seq 20); do xdotool key Right; sleep 0.05; done
sleep 0.5
after=$(work)
echo "a step through 100,000 nodes: $(((after - before) / 20)) ms of processor time"
press End
sleep 2
picture huge-1600
leave
echo "ok: huge"
echo "pictures are in $PICTURES"
