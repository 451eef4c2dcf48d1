{{- define "cellwright.fullname" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "cellwright.selector" -}}
app.kubernetes.io/name: cellwright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "cellwright.labels" -}}
{{ include "cellwright.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: cellwright
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
cellwright/profile: {{ .root.Values.profile }}
{{- end }}

{{/* Services of this profile, as JSON. Rejects errors that the schema cannot detect. */}}
{{- define "cellwright.services" -}}
{{- $chosen := dict }}
{{- range $name, $service := .Values.services }}
{{- $isOff := or (and (eq $name "external-control") (not $.Values.externalControl.enabled)) (and (eq $name "fleet-hub") (not $.Values.hub.enabled)) }}
{{- if and $service (not $isOff) (has $.Values.profile $service.profiles) }}
{{- if and $service.singleton (or $service.autoscaling (gt (int ($service.replicas | default 1)) 1)) }}
{{- fail (printf "services.%s is a singleton: it cannot have replicas or be autoscaled" $name) }}
{{- end }}
{{- if ge (mul (int $service.heapMB) 1048576) (mul (int (trimSuffix "Mi" $service.resources.limits.memory)) 1048576) }}
{{- fail (printf "services.%s: heapMB must be below the memory limit" $name) }}
{{- end }}
{{- $_ := set $chosen $name $service }}
{{- end }}
{{- end }}
{{- if hasKey $chosen "fleet-hub" }}
{{- $gateway := deepCopy $chosen.gateway }}
{{- $_ := set $gateway.addresses "HUB_ADDRESS" "fleet-hub:grpc" }}
{{- $_ := set $chosen "gateway" $gateway }}
{{- end }}
{{- $chosen | toJson }}
{{- end }}

{{- define "cellwright.image" -}}
{{- $image := .image }}
{{- $ref := ternary (printf "%s/%s" .root.Values.image.registry $image.repository) $image.repository (ne .root.Values.image.registry "") }}
{{- printf "%s:%s" $ref (toString $image.tag) }}{{ if $image.digest }}@{{ $image.digest }}{{ end }}
{{- end }}

{{- define "cellwright.ownImage" -}}
{{- $image := dict "repository" (printf "%s/%s" .root.Values.image.repository .name) "tag" (.root.Values.image.tag | default .root.Chart.AppVersion) "digest" (index .root.Values.image.digests .name) }}
{{- include "cellwright.image" (dict "root" .root "image" $image) }}
{{- end }}

{{/* Security settings of a pod: restricted, without a service account token. `user` is its uid. */}}
{{- define "cellwright.pod" -}}
serviceAccountName: {{ include "cellwright.fullname" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "cellwright.priority" -}}
{{- $root := .root }}
{{- $kind := ternary "stop" "rest" .onStopPath }}
{{- if $root.Values.priorityClasses.create }}
priorityClassName: {{ $root.Release.Namespace }}-{{ include "cellwright.fullname" $root }}-{{ $kind }}
{{- else if index $root.Values.priorityClasses $kind }}
priorityClassName: {{ index $root.Values.priorityClasses $kind }}
{{- end }}
{{- end }}

{{- define "cellwright.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "cellwright.secretEnv" -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.existingSecret }}, key: {{ .key }} } }
{{- end }}

{{/* OpenID provider of identity. */}}
{{- define "cellwright.singleSignOnEnv" -}}
{{- with .Values.singleSignOn }}
- { name: OIDC_ISSUER, value: {{ .issuer | quote }} }
- { name: OIDC_CLIENT_ID, value: {{ required "singleSignOn.clientID is required with singleSignOn.issuer" .clientID | quote }} }
- { name: OIDC_SCOPES, value: {{ .scopes | quote }} }
- { name: OIDC_ROLE_CLAIM, value: {{ .roleClaim | quote }} }
- { name: OIDC_ROLES, value: {{ .roles | toJson | quote }} }
{{- with .name }}
- { name: OIDC_NAME, value: {{ . | quote }} }
{{- end }}
{{- end }}
- name: OIDC_CLIENT_SECRET
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: oidc-client-secret, optional: true } }
{{- end }}

{{/* URL of the database. The kubelet expands the password, so that it is not in a manifest. */}}
{{- define "cellwright.databaseEnv" -}}
{{- if .Values.postgres.bundled }}
{{ include "cellwright.secretEnv" (dict "root" . "variable" "SERVICES_PASSWORD" "key" "postgres-services-password") }}
- name: DATABASE_URL
  value: postgresql://cellwright_services:$(SERVICES_PASSWORD)@{{ include "cellwright.fullname" . }}-postgres:5432/cellwright
{{- else }}
{{ include "cellwright.secretEnv" (dict "root" . "variable" "DATABASE_URL" "key" "database-url") }}
{{- end }}
{{- end }}

{{/* Credentials of the table owner. Services do not have them: their role reads and writes rows. */}}
{{- define "cellwright.databaseOwnerEnv" -}}
{{- if .Values.postgres.bundled }}
{{ include "cellwright.secretEnv" (dict "root" . "variable" "POSTGRES_PASSWORD" "key" "postgres-password") }}
- name: MIGRATIONS_DATABASE_URL
  value: postgresql://cellwright:$(POSTGRES_PASSWORD)@{{ include "cellwright.fullname" . }}-postgres:5432/cellwright
{{- else }}
- name: MIGRATIONS_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: migrations-database-url, optional: true } }
{{- end }}
{{- end }}

{{- define "cellwright.redisEnv" -}}
{{- if .Values.redis.bundled }}
{{ include "cellwright.secretEnv" (dict "root" . "variable" "REDIS_PASSWORD" "key" "redis-password") }}
- name: REDIS_URL
  value: redis://:$(REDIS_PASSWORD)@{{ include "cellwright.fullname" . }}-redis:6379
{{- else }}
{{ include "cellwright.secretEnv" (dict "root" . "variable" "REDIS_URL" "key" "redis-url") }}
{{- end }}
{{- end }}

{{- define "cellwright.natsEnv" -}}
- name: NATS_URL
  value: {{ ternary (printf "nats://%s-nats:4222" (include "cellwright.fullname" .root)) .root.Values.nats.external.url .root.Values.nats.bundled }}
- name: NATS_USER
  value: {{ .name }}
{{ include "cellwright.secretEnv" (dict "root" .root "variable" "NATS_PASSWORD" "key" (printf "nats-%s" .name)) }}
{{- end }}

{{/* Addresses of the NATS server for boxes, for the hub and for the boxes. */}}
{{- define "cellwright.hubEnv" -}}
- { name: FLEET_NATS_URL, value: "nats://{{ include "cellwright.fullname" . }}-fleet-nats:{{ .Values.hub.service.port }}" }
- { name: FLEET_NATS_PUBLIC_PORT, value: {{ .Values.hub.service.nodePort | default .Values.hub.service.port | quote }} }
{{- with .Values.hub.publicURL }}
- { name: FLEET_NATS_PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
- { name: HUB_KEYS_FILE, value: /run/secrets/hub/hub-keys.json }
{{- end }}

{{/* Calls between services, from the table of packages/topology. Each pair has its own secret. */}}
{{- define "cellwright.calls" -}}
gateway: [library, routine-runner, dry-run, equipment, motion, identity, software-update, hub]
stop-listener: [routine-runner, identity]
library: [equipment, identity]
routine-runner: [library, equipment, motion, controller]
dry-run: [library, equipment, routine-runner]
equipment: [library, routine-runner, identity]
external-control: [routine-runner, identity]
identity: [equipment]
software-update: [routine-runner]
{{- end }}

{{/* Keys of the secrets with which a service authenticates to other services and verifies its callers, separated by spaces. */}}
{{- define "cellwright.callKeys" -}}
{{- $keys := list }}
{{- range $caller, $callees := include "cellwright.calls" . | fromYaml }}
{{- range $callee := $callees }}
{{- if or (eq $.service $caller) (eq $.service $callee) }}
{{- $keys = append $keys (printf "call-%s-to-%s" $caller $callee) }}
{{- end }}
{{- end }}
{{- end }}
{{- join " " $keys }}
{{- end }}

{{/* Key with which identity signs user identities, and keys with which the other services verify them. */}}
{{- define "cellwright.personKeys" -}}
{{- if eq .service "identity" }}
{{ include "cellwright.secretEnv" (dict "root" .root "variable" "PERSON_KEY" "key" "person-key") }}
{{- end }}
{{- if has .service (list "identity" "library" "equipment" "routine-runner" "dry-run" "software-update" "hub") }}
{{ include "cellwright.secretEnv" (dict "root" .root "variable" "PERSON_PUBLIC_KEYS" "key" "person-public-keys") }}
{{- end }}
{{- end }}

{{/* `service:port` as host and port; a service that does not run in this profile gets an unreachable address. */}}
{{- define "cellwright.address" -}}
{{- $parts := splitList ":" .address }}
{{- $target := index .services (first $parts) }}
{{- if $target }}{{ include "cellwright.fullname" .root }}-{{ first $parts }}:{{ index $target.ports (last $parts) }}
{{- else if regexMatch "^[0-9]+$" (last $parts) }}{{ .address }}
{{- else }}absent.invalid:1{{ end }}
{{- end }}

{{/* Hosts that the gateway accepts: all DNS names of its service, its ingress, its node, and additional hosts from the values. */}}
{{- define "cellwright.hostNames" -}}
{{- $service := printf "%s-gateway" (include "cellwright.fullname" .) }}
{{- $inNamespace := printf "%s.%s" $service .Release.Namespace }}
{{- $names := list $service $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.cluster.local" $inNamespace) }}
{{- if .Values.gateway.ingress.enabled }}
{{- $names = append $names .Values.gateway.ingress.host }}
{{- end }}
{{- if ne .Values.gateway.service.type "ClusterIP" }}
{{- $names = append $names "$(NODE_IP)" }}
{{- end }}
{{- concat $names .Values.gateway.hostNames | join "," }}
{{- end }}

{{/* HTTPS port of a service; 0 if the service has none or there is no secret. */}}
{{- define "cellwright.httpsPort" -}}
{{- if .root.Values.gateway.tls.secret }}{{ get (dict "gateway" 3443 "stop-listener" 3444) .name | default 0 }}{{ else }}0{{ end }}
{{- end }}

{{- /* Source from which the gateway accepts the admin key; the test of a cell runs in another pod. */}}
{{- define "cellwright.adminKeyFrom" -}}
{{- .Values.gateway.adminKeyFrom | default (ternary "anywhere" "loopback" (eq .Values.profile "cell")) }}
{{- end }}

{{/* Internal addresses of the cell that user-entered addresses must not reach: its services, its stores, the networks of the cluster. */}}
{{- define "cellwright.ownServices" -}}
{{- $own := list }}
{{- range $name, $service := .services }}
{{- $own = append $own (printf "%s-%s" (include "cellwright.fullname" $.root) $name) }}
{{- end }}
{{- range $store := list "postgres" "redis" "nats" }}
{{- if (index $.root.Values $store).bundled }}
{{- $own = append $own (printf "%s-%s" (include "cellwright.fullname" $.root) $store) }}
{{- end }}
{{- end }}
{{- if hasKey .services "fleet-hub" }}
{{- $own = append $own (printf "%s-fleet-nats" (include "cellwright.fullname" $.root)) }}
{{- end }}
{{- concat $own .root.Values.egress.ownNetworks | join "," }}
{{- end }}
