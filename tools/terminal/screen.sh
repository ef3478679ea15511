# What the scripts here have in common: the program, a folder of its own, and a
# screen in tmux that all of it is gone with at the end. To be sourced, with the
# arguments of the script.

PROGRAM=$(realpath "$1")
FOLDER=$(mktemp -d)
SOCKET=tengen-$$
trap 'tmux -L $SOCKET kill-server 2>/dev/null || true; rm -rf "$FOLDER"' EXIT

export NO_COLOR=1 LANG=C.UTF-8

# Starts a command on a screen of 80 columns and 24 rows.
start() { tmux -L "$SOCKET" -f /dev/null new-session -d -x 80 -y 24 "$1"; }

press() { tmux -L "$SOCKET" send-keys "$@"; }

# What is typed after a colon.
say() {
    press -l ":$1"
    press Enter
}

screen() { tmux -L "$SOCKET" capture-pane -p; }

# Waits until the screen has a text, for at most 60 seconds.
wait_for() {
    for _ in $(seq ${PATIENCE:-1200}); do
        if screen | grep -q -- "$1"; then return; fi
        sleep 0.05
    done
    echo "not seen: $1"
    screen
    exit 1
}

see() {
    wait_for "$1"
    echo "ok: $1"
}
