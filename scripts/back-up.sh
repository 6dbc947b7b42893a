#!/bin/sh
# Backs up the PostgreSQL of docker-compose.yml while it runs, to a tar file (docs/operations.md#back-up-postgresql):
#   sh scripts/back-up.sh hub.tar
set -eu
umask 077

if docker compose version > /dev/null 2>&1; then compose='docker compose'; else compose='docker-compose'; fi

$compose exec -T postgres pg_basebackup --username hub --pgdata - --format tar --wal-method fetch --checkpoint fast > "$1.part"
mv "$1.part" "$1"
