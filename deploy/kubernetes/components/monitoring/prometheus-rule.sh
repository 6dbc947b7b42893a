#!/bin/sh
# Prints the alert rules as a PrometheusRule, for the Prometheus operator. kustomize could only make a ConfigMap of them.
#   sh deploy/kubernetes/components/monitoring/prometheus-rule.sh | kubectl apply --namespace order-hub --filename -
set -eu

cat << 'HEAD'
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: order-hub, labels: { app.kubernetes.io/part-of: order-hub } }
spec:
HEAD
sed 's/^/  /' "$(dirname "$0")/../../../prometheus/alerts.yml"
