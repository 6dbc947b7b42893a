#!/bin/sh
# Restores a backup of back-up.sh to docker-compose.yml, and empties RabbitMQ (docs/operations.md#restore-postgresql). Stops
# everything, and starts nothing. The data that was there stays in the volume, beside the restored.
#   sh scripts/restore.sh hub.tar
set -eu

if docker compose version > /dev/null 2>&1; then compose='docker compose'; else compose='docker-compose'; fi
in_volume_of() { $compose run --rm --no-deps -T --entrypoint sh "$1" -euc "$2"; }

tar -tf "$1" backup_label > /dev/null
$compose stop
in_volume_of postgres '
  rm -rf "$PGDATA.before"
  if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.before"; fi
  mkdir -m 700 -p "$PGDATA"
  tar -xf - -C "$PGDATA"
  chown -R postgres:postgres "$(dirname "$PGDATA")"' < "$1"
in_volume_of rabbitmq 'find /var/lib/rabbitmq -mindepth 1 -delete' < /dev/null
