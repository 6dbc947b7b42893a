#!/bin/sh
# Prints the Secrets of the hub (docs/kubernetes.md#secrets), made of an .env that scripts/new-env.sh wrote:
#   sh scripts/new-env.sh hub.env
#   DATABASE_HOST=db.example.com RABBITMQ_HOST=mq.example.com REDIS_URL=redis://redis.example.com:6379 \
#     sh deploy/kubernetes/secrets.sh hub.env | kubectl apply --namespace order-hub --filename -
# Without these variables, the addresses are those of the overlay operators. Passwords contain letters and digits only.
set -eu

case ${1:?say which file: hub.env} in
  */*) file=$1 ;;
  *) file=./$1 ;;
esac
# Exported for users.sh.
set -a
. "$file"
set +a
database=${DATABASE_HOST:-postgres-rw}
rabbitmq=${RABBITMQ_HOST:-rabbitmq}

# `print_secret NAME` prints a Secret of the lines `key=value` of its input.
print_secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: { name: %s }\nstringData:\n' "$1"
  sed "s/^\([A-Za-z_]*\)=\(.*\)$/  \1: '\2'/"
}

# `print_service NAME SIGNING_KEY` prints the Secret of a service: what all have, and the lines of its input.
print_service() {
  { printf 'HUB_SIGNING_KEY=%s\nHUB_VERIFYING_KEYS=%s\n' "$2" "$HUB_VERIFYING_KEYS"; cat; } | print_secret "$1"
}

# `print_data_service NAME SIGNING_KEY DATABASE_PASSWORD RABBITMQ_PASSWORD`, likewise for a service with data.
print_data_service() {
  {
    echo "DATABASE_URL=postgres://$1:$3@$database:5432/hub"
    echo "AMQP_URL=amqp://$1:$4@$rabbitmq:5672"
    cat
  } | print_service "$1" "$2"
}

print_service gateway "$GATEWAY_SIGNING_KEY" << END
AMQP_URL=amqp://gateway:$GATEWAY_RABBITMQ_PASSWORD@$rabbitmq:5672
REDIS_URL=${REDIS_URL:-redis://redis:6379}
END
print_service back-office "$BACK_OFFICE_SIGNING_KEY" << END
HUB_FORM_KEYS=$HUB_FORM_KEYS
END
print_data_service auth "$AUTH_SIGNING_KEY" "$AUTH_DATABASE_PASSWORD" "$AUTH_RABBITMQ_PASSWORD" << END
HUB_FORM_KEYS=$HUB_FORM_KEYS
HUB_ENCRYPTION_KEYS=$HUB_ENCRYPTION_KEYS
HUB_OPERATOR_KEY=$HUB_OPERATOR_KEY
${SMTP_SERVER_URL:+SMTP_SERVER_URL=$SMTP_SERVER_URL}
END
print_data_service events "$EVENTS_SIGNING_KEY" "$EVENTS_DATABASE_PASSWORD" "$EVENTS_RABBITMQ_PASSWORD" << END
HUB_ENCRYPTION_KEYS=$HUB_ENCRYPTION_KEYS
END
print_data_service orders "$ORDERS_SIGNING_KEY" "$ORDERS_DATABASE_PASSWORD" "$ORDERS_RABBITMQ_PASSWORD" < /dev/null
print_data_service catalog "$CATALOG_SIGNING_KEY" "$CATALOG_DATABASE_PASSWORD" "$CATALOG_RABBITMQ_PASSWORD" < /dev/null
print_data_service customers "$CUSTOMERS_SIGNING_KEY" "$CUSTOMERS_DATABASE_PASSWORD" "$CUSTOMERS_RABBITMQ_PASSWORD" < /dev/null

# For the overlay operators: what CloudNativePG, the Job database-roles and RabbitMQ read.
print_secret postgres-superuser << END
username=postgres
password=$POSTGRES_PASSWORD
END
echo 'type: kubernetes.io/basic-auth'
print_secret database-roles << END
PGOPTIONS=-c hub.auth_password=$AUTH_DATABASE_PASSWORD -c hub.orders_password=$ORDERS_DATABASE_PASSWORD -c hub.catalog_password=$CATALOG_DATABASE_PASSWORD -c hub.customers_password=$CUSTOMERS_DATABASE_PASSWORD -c hub.events_password=$EVENTS_DATABASE_PASSWORD
END
# The definitions of RabbitMQ: its users, with the hashes of their passwords, and their rights.
rabbitmq_folder=$(dirname "$0")/../rabbitmq
printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: { name: rabbitmq-definitions }\nstringData:\n'
printf '  1-users.json: |\n    %s\n' "$(sh "$rabbitmq_folder/users.sh")"
printf '  2-rights.json: |\n'
sed 's/^/    /' "$rabbitmq_folder/rights.json"
