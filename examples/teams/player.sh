#!/bin/sh
# Stands in for the agent program of a team: says what it was told and lives until it is stopped.
echo "player started with: $*"
exec sleep 86400
