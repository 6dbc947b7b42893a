#!/bin/sh
# Writes an .env with new secrets for docker-compose.yml (see .env.example), which only its owner can read. An argument names
# another file. Never overwrites one: without its secrets the data is unreadable. Needs openssl 1.1.1 or later.
set -eu
umask 077

# `print_hash PASSWORD` prints what RabbitMQ stores of it: the salt, and the SHA-256 of salt and password.
print_hash() {
  salt=$(openssl rand -hex 2)
  { printf %s "$salt"; printf %s "$salt$1" | openssl dgst -sha256 -binary; } | openssl base64 -A
}

print_secrets() {
  verifying_keys=''
  for service in gateway auth back-office orders catalog customers events; do
    pem=$(openssl genpkey -algorithm ed25519)
    name=$(echo "$service" | tr a-z- A-Z_)
    echo "${name}_SIGNING_KEY=$(echo "$pem" | openssl pkey -outform DER | openssl base64 -A)"
    verifying_keys="$verifying_keys,$service:$(echo "$pem" | openssl pkey -pubout -outform DER | openssl base64 -A)"
  done
  echo "HUB_VERIFYING_KEYS=${verifying_keys#,}"

  for name in HUB_FORM_KEYS HUB_ENCRYPTION_KEYS HUB_OPERATOR_KEY POSTGRES_PASSWORD AUTH_DATABASE_PASSWORD \
    ORDERS_DATABASE_PASSWORD CATALOG_DATABASE_PASSWORD CUSTOMERS_DATABASE_PASSWORD EVENTS_DATABASE_PASSWORD; do
    echo "$name=$(openssl rand -hex 32)"
  done

  for name in GATEWAY AUTH ORDERS CATALOG CUSTOMERS EVENTS; do
    password=$(openssl rand -hex 32)
    echo "${name}_RABBITMQ_PASSWORD=$password"
    echo "${name}_RABBITMQ_HASH=$(print_hash "$password")"
  done
}

secrets=$(print_secrets)
# The shell refuses to overwrite.
set -C
echo "$secrets" > "${1:-.env}"
