#!/bin/sh
# Stands in for the agent program of a team: prints its arguments and runs until it is stopped.
echo "player started with: $*"
exec sleep 86400
