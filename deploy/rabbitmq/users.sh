#!/bin/sh
# Prints the users of RabbitMQ as definitions: one per service, with the hash of its password from the environment. Their rights are
# in rights.json (docs/decisions/0102-a-broker-user-per-service.md).
set -eu

separator=''
printf '{"users":['
for user in gateway auth orders catalog customers events; do
  name=$(echo "$user" | tr a-z- A-Z_)_RABBITMQ_HASH
  eval "hash=\${$name:?is missing}"
  printf '%s{"name":"%s","password_hash":"%s","hashing_algorithm":"rabbit_password_hashing_sha256","tags":[]}' \
    "$separator" "$user" "$hash"
  separator=','
done
printf ']}\n'
