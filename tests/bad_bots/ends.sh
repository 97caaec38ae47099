#!/bin/sh
# Ends by itself: with an exit code, or by a signal (a name).
echo 'a last line'
echo 'something is wrong' >&2
case $1 in
  [0-9]*) exit "$1" ;;
  *) kill -s "$1" $$ ;;
esac
sleep 5
