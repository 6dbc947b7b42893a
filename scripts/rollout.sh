#!/bin/sh
# Replaces the replicas of services of docker-compose.yml without refusing a request: starts as many new ones, waits until
# they are healthy, then stops the old ones. Without arguments, of all services that have replicas:
#   sh scripts/rollout.sh orders catalog
set -eu

if docker compose version > /dev/null 2>&1; then compose='docker compose'; else compose='docker-compose'; fi

[ "$#" -gt 0 ] || set -- events customers orders catalog auth back-office
for service in "$@"; do
  old=$($compose ps --quiet "$service")
  replicas=$(($(echo "$old" | wc -l) * 2))
  $compose up --detach --wait --no-deps --no-recreate --scale "$service=$replicas" "$service"
  # Stop waits as long as stop_grace_period says.
  docker stop $old > /dev/null
  docker rm --volumes $old > /dev/null
done
