#!/usr/bin/env bash
# The procedures of docs/install-and-operate.md, as commands: procedures.sh NAME runs one on the cluster that kubectl reaches,
# procedures.sh all runs all of them in turn in a separate namespace and deletes it, procedures.sh list lists them.
# Without a reachable cluster it prints "not run" and exits with 3, which never counts as "passed".
set -euo pipefail
cd "$(dirname "$0")/../.."

: "${NAMESPACE:=robots}" "${RELEASE:=cellwright}" "${CHART:=deploy/helm/cellwright}" "${VALUES:=/dev/null}" "${BACKUP:=cellwright-backup.dump}"
: "${HELM:=helm}" "${KUBECTL:=kubectl}"

helm() { command "$HELM" "$@"; }
kubectl() { command "$KUBECTL" "$@"; }

make_secret() {
  kubectl create namespace "$NAMESPACE" --dry-run=client -o yaml | kubectl apply -f -
  kubectl label namespace "$NAMESPACE" pod-security.kubernetes.io/enforce=restricted --overwrite
  secret() { echo "p$(openssl rand -hex 24)"; }
  calls="gateway-to-library gateway-to-routine-runner gateway-to-equipment gateway-to-motion gateway-to-identity
    gateway-to-dry-run gateway-to-software-update gateway-to-hub software-update-to-routine-runner
    stop-listener-to-routine-runner stop-listener-to-identity
    library-to-equipment library-to-identity routine-runner-to-library routine-runner-to-equipment routine-runner-to-motion
    routine-runner-to-controller equipment-to-library equipment-to-routine-runner equipment-to-identity identity-to-equipment
    external-control-to-routine-runner external-control-to-identity dry-run-to-library dry-run-to-equipment dry-run-to-routine-runner"
  person_key=$(openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -nocrypt -outform DER | base64 | tr -d '\n')
  person_public_key=$(echo "$person_key" | base64 -d | openssl pkey -inform DER -pubout -outform DER | base64 | tr -d '\n')
  kubectl -n "$NAMESPACE" create secret generic cellwright $(for call in $calls; do echo "--from-literal=call-$call=$(secret)"; done) \
    --from-literal=admin-key="$(secret)" --from-literal=audit-key="$(secret)" \
    --from-literal=person-key="$person_key" --from-literal=person-public-keys="$person_public_key" \
    --from-literal=postgres-password="$(secret)" --from-literal=postgres-services-password="$(secret)" \
    --from-literal=redis-password="$(secret)" \
    --from-literal=nats-gateway="$(secret)" --from-literal=nats-library="$(secret)" --from-literal=nats-identity="$(secret)" \
    --from-literal=nats-equipment="$(secret)" --from-literal=nats-routine-runner="$(secret)" \
    --from-literal=nats-external-control="$(secret)" --from-literal=nats-software-update="$(secret)" \
    --from-literal=nats-fleet-hub="$(secret)"
}

install_cell() {
  helm install "$RELEASE" "$CHART" -n "$NAMESPACE" -f "$VALUES" --set profile=cell --wait --timeout 15m
  helm test "$RELEASE" -n "$NAMESPACE" --logs
}

install_fleet() {
  helm install "$RELEASE" "$CHART" -n "$NAMESPACE" -f "$VALUES" --set profile=fleet --wait --timeout 15m
  helm test "$RELEASE" -n "$NAMESPACE" --logs
}

upgrade() {
  back_up
  helm upgrade "$RELEASE" "$CHART" -n "$NAMESPACE" --reuse-values -f "$VALUES" --wait --timeout 15m
  helm test "$RELEASE" -n "$NAMESPACE" --logs
}

roll_back() {
  helm rollback "$RELEASE" -n "$NAMESPACE" --wait --timeout 15m
  helm test "$RELEASE" -n "$NAMESPACE" --logs
}

back_up() {
  kubectl -n "$NAMESPACE" exec "statefulset/$RELEASE-postgres" -- pg_dump -U cellwright -h 127.0.0.1 --format=custom cellwright > "$BACKUP.part"
  mv "$BACKUP.part" "$BACKUP"
}

restore() {
  kubectl -n "$NAMESPACE" scale deployment -l app.kubernetes.io/instance="$RELEASE" --replicas=0
  kubectl -n "$NAMESPACE" wait pod -l "app.kubernetes.io/instance=$RELEASE,app.kubernetes.io/component in (library,routine-runner,equipment,identity,software-update)" --for=delete --timeout=120s
  kubectl -n "$NAMESPACE" exec -i "statefulset/$RELEASE-postgres" -- pg_restore -U cellwright -h 127.0.0.1 --dbname=cellwright --clean --if-exists --single-transaction < "$BACKUP"
  kubectl -n "$NAMESPACE" scale deployment -l app.kubernetes.io/instance="$RELEASE" --replicas=1
  kubectl -n "$NAMESPACE" rollout status deployment -l app.kubernetes.io/instance="$RELEASE" --timeout=15m
}

rotate_secrets() {
  new="p$(openssl rand -hex 24)"
  echo "ALTER ROLE cellwright PASSWORD '$new'" | kubectl -n "$NAMESPACE" exec -i "statefulset/$RELEASE-postgres" -- psql -U cellwright -d cellwright -q
  changes="\"postgres-password\":\"$new\""
  for key in admin-key postgres-services-password redis-password nats-gateway nats-library nats-identity nats-equipment nats-routine-runner \
    nats-external-control nats-software-update nats-fleet-hub \
    $(kubectl -n "$NAMESPACE" get secret cellwright -o json | grep -o 'call-[a-z-]*' | sort -u); do
    changes="$changes,\"$key\":\"p$(openssl rand -hex 24)\""
  done
  kubectl -n "$NAMESPACE" patch secret cellwright --type merge -p "{\"stringData\":{$changes}}"
  helm upgrade "$RELEASE" "$CHART" -n "$NAMESPACE" --reuse-values --set-string secretRevision="$(date +%s)" --wait --timeout 15m
}

uninstall() {
  helm uninstall "$RELEASE" -n "$NAMESPACE" --wait
  kubectl -n "$NAMESPACE" delete pvc -l app.kubernetes.io/instance="$RELEASE"
}

run_all() {
  NAMESPACE="cellwright-procedures-$$"
  BACKUP="$(mktemp)"
  trap 'kubectl delete namespace "$NAMESPACE" --ignore-not-found --wait=false; rm -f "$BACKUP"' EXIT
  for name in make_secret install_cell upgrade roll_back back_up restore rotate_secrets uninstall install_fleet; do
    echo "== $name"
    "$name"
    echo "== $name: passed"
  done
}

not_run() {
  echo "not run: $1" >&2
  exit 3
}

names="make_secret install_cell install_fleet upgrade roll_back back_up restore rotate_secrets uninstall"
wanted="${1:-}"
if [ "$wanted" = list ]; then
  echo "$names"
  exit 0
fi
case " $names all " in
  *" $wanted "*) ;;
  *) echo "Say which: procedures.sh all, list, or one of $names" >&2; exit 2 ;;
esac
command -v "$HELM" > /dev/null || not_run "there is no helm on the PATH (or HELM names none)"
command -v "$KUBECTL" > /dev/null || not_run "there is no kubectl on the PATH"
kubectl version --request-timeout=5s > /dev/null 2>&1 || not_run "no cluster answers to kubectl"
if [ "$wanted" = all ]; then run_all; else "$wanted"; fi
