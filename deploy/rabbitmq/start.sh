#!/bin/sh
# Starts RabbitMQ in docker-compose.yml. It reads its definitions from a folder, in the order of the names: users before rights.
set -eu
folder=/tmp/definitions
mkdir -p "$folder"
sh /hub/users.sh > "$folder/1-users.json"
cp /hub/rights.json "$folder/2-rights.json"
exec docker-entrypoint.sh rabbitmq-server
