#!/bin/sh
# Does not want to go, not even when its input is closed.
trap '' TERM INT HUP
echo ready
while :; do
  sleep 1
done
