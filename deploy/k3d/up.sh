#!/usr/bin/env bash
# Runs a cell on Kubernetes: creates a k3d cluster, builds and imports the images, installs the chart and runs `helm test`.
#   deploy/k3d/up.sh             creates the cluster of config.yaml, or uses it if it exists
#   KUBECONFIG=FILE IMPORT='COMMAND' deploy/k3d/up.sh
#                                uses any cluster; COMMAND takes the names of images and imports them. Without COMMAND the
#                                cluster must be able to pull them itself.
# Prints "not run" and exits with 3 if a required program is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

not_run() {
  echo "not run: $1" >&2
  exit 3
}
for program in docker kubectl "${HELM:=helm}" openssl; do
  command -v "$program" > /dev/null || not_run "there is no $program on the PATH"
done
docker info > /dev/null 2>&1 || not_run "no container engine answers to docker"

if [ -z "${KUBECONFIG:-}" ]; then
  command -v k3d > /dev/null || not_run "there is no k3d on the PATH; name another cluster with KUBECONFIG"
  k3d cluster get cellwright > /dev/null 2>&1 || k3d cluster create --config deploy/k3d/config.yaml
  KUBECONFIG="$(k3d kubeconfig write cellwright)"
  IMPORT='k3d image import --cluster cellwright'
fi
export KUBECONFIG HELM

images=()
for folder in services/*/; do
  service="$(basename "$folder")"
  docker build --quiet --build-arg SERVICE="$service" --build-arg REVISION="$(git rev-parse HEAD)" -t "cellwright/$service:0.1.0" .
  images+=("cellwright/$service:0.1.0")
done
if [ -n "${IMPORT:-}" ]; then $IMPORT "${images[@]}"; fi

values="$(mktemp)"
trap 'rm -f "$values"' EXIT
printf 'gateway:\n  service: { type: NodePort, nodePort: 30080 }\n' > "$values"
export VALUES="$values"
kubectl -n "${NAMESPACE:=robots}" get secret cellwright > /dev/null 2>&1 || scripts/deploy/procedures.sh make_secret
if "$HELM" -n "$NAMESPACE" status "${RELEASE:=cellwright}" > /dev/null 2>&1; then
  scripts/deploy/procedures.sh upgrade
else
  scripts/deploy/procedures.sh install_cell
fi
echo "The cell is at http://localhost:3000"
