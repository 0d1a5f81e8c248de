#!/usr/bin/env bash
# The tutorial of docs/motions.md with mouse and keyboard only, in a display of its own.
#
#   motion_tutorial.sh STUDIO CLI [PICTURES]
#
# STUDIO and CLI are the programs. Fails if a step does not do what the tutorial says. Pictures of
# the steps are written to PICTURES, if it is named. Exits with 77 where xdotool, a window manager
# or Xvfb is missing.
set -euo pipefail

studio=$1
cli=$2
pictures=${3:-}
[ "${SIDELINE_TUTORIAL_DISPLAY:-}" ] || {
  for tool in Xvfb xdotool openbox; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
  done
  export SIDELINE_TUTORIAL_DISPLAY=1
  exec "$(dirname "$0")/on_display" --screen 1280x840 bash "$0" "$@"
}

work=$(mktemp -d)
openbox >/dev/null 2>&1 &
manager=$!
cleanup() {
  kill "${program:-}" "$manager" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

cat >"$work/settings.ini" <<INI
[motion]
own-folder=$work/motions
folder=$work
[live]
drawingPort=0
INI
mkdir -p "$work/motions"
"$studio" --settings "$work/settings.ini" --layout Motion --size 1280x800 >"$work/out.txt" 2>&1 &
program=$!

fail() {
  echo "motion_tutorial: $1" >&2
  cat "$work/out.txt" >&2
  [ -z "$pictures" ] || import -window root "$pictures/motion-failed.png" || true
  exit 1
}
wait_for() { # seconds, what, command...
  local left=$(($1 * 10)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "$what did not come"
    kill -0 $program 2>/dev/null || fail "the studio has ended"
    sleep 0.1
  done
}
find_window() { window=$(xdotool search --onlyvisible --name "$1" | tail -1) && [ -n "$window" ]; }
titled() { [[ $(xdotool getwindowname "$window") == $1 ]]; }
picture() {
  [ -z "$pictures" ] || { sleep 1.5; import -window "$window" "$pictures/motion-$1.png"; }
}
click() { xdotool mousemove --window "$window" "$1" "$2" click 1; sleep 0.2; }
key() { xdotool windowfocus "$window" 2>/dev/null || true; xdotool key --delay 25 "$@"; sleep 0.3; }

wait_for 60 "the window" find_window Sideline
xdotool windowmove "$window" 0 0
xdotool windowfocus --sync "$window" || true
sleep 2

# Places in the window: the first joint's name in Pose, and the timeline's ruler at 0 s.
joint_x=960 joint_y=215
ruler_x=$((1280 / 2)) ruler_y=598

forward() { # by so many steps of 20 ms, with the timeline in focus
  xdotool key --delay 15 --repeat "$1" Right
  sleep 0.3
}
to_begin() { click $ruler_x $ruler_y; key shift+Left; }
pose() { # joint, degrees
  click $joint_x $joint_y
  xdotool type --delay 40 "/$1"
  sleep 0.3
  key Return
  key ctrl+a
  xdotool type --delay 25 -- "$2"
  key Return
}

# 1. A new motion, with the first pose as its first keyframe.
key ctrl+n
to_begin
key k
wait_for 5 "the mark of unsaved work" titled "*[*]*"
picture 1-first

# 2. to 3. The right arm goes up, outward, and inward again.
to_begin; forward 25
pose rae1 90
picture 2-up
to_begin; forward 45
pose rae2 -50
to_begin; forward 65
pose rae2 -5
to_begin; forward 20
picture 3-four

# 4. The other arm.
key ctrl+m
picture 4-mirrored

# 5. Saved, closed and opened again.
save_as() { # the file dialog takes a path
  wait_for 60 "the file dialog" xdotool search --onlyvisible --name "$1"
  sleep 0.5
  xdotool key ctrl+a
  xdotool type --delay 15 "$2"
  xdotool key Return
  until ! xdotool search --onlyvisible --name "$1" >/dev/null 2>&1; do sleep 0.1; done
}
key ctrl+s
save_as "Save motion" "$work/motions/wave.motion"
wait_for 60 "the saved file" test -s "$work/motions/wave.motion"
wait_for 60 "the saved document's title" titled "wave.motion - *"
key ctrl+n
wait_for 60 "the new document's title" titled "New motion - *"
key ctrl+alt+o
save_as "Open motion" "$work/motions/wave.motion"
wait_for 60 "the opened document's title" titled "wave.motion - *"
picture 5-reloaded

# 6. On physics.
key F6
sleep 3
picture 6-physics
key F7

# 7. For other teams.
for ending in xml skl; do
  key ctrl+shift+e
  save_as "Export motion" "$work/wave.$ending"
  wait_for 60 "the exported wave.$ending" test -s "$work/wave.$ending"
done
picture 7-exported
key ctrl+z # nothing was edited since it was opened: there is nothing to undo
wait_for 5 "the unchanged document" titled "wave.motion - *"

# What came out of it.
"$cli" motion check "$work/motions/wave.motion" >/dev/null || fail "the wave has errors"
for ending in xml skl; do
  "$cli" motion info "$work/wave.$ending" >/dev/null || fail "wave.$ending cannot be read"
done
keyframes=$("$cli" motion info --json "$work/motions/wave.motion" | grep -c '"timeS"' || true)
grep -q "lae2" "$work/motions/wave.motion" || fail "the wave was not mirrored"
[ "$(grep -c '^ *keyframe' "$work/motions/wave.motion")" -eq 4 ] || fail "the wave has not four keyframes"
kill $program
wait $program 2>/dev/null || true
echo "motion_tutorial: done"
