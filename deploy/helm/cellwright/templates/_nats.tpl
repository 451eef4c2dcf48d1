{{/* Listen address of NATS; IPv6 addresses are in brackets. */}}
{{- define "cellwright.listenHost" -}}
{{- if contains ":" .Values.listenHost }}[{{ .Values.listenHost }}]{{ else }}{{ .Values.listenHost }}{{ end }}
{{- end }}

{{- define "cellwright.natsVariable" -}}
NATS_{{ . | upper | replace "-" "_" }}
{{- end }}

{{/* One user per service: it can publish and subscribe to the subjects in its entry, and subscribe to its own replies only. Variables contain the
passwords. On the hub each cell has its own account, which can only publish facts. The account prefixes the
subjects with the name of the cell, so that no cell can publish as another. */}}
{{- define "cellwright.natsConfig" -}}
{{- $isHub := eq .Values.profile "fleet" }}
{{- $hasLeaf := and .Values.nats.leaf.enabled (not $isHub) -}}
server_name: {{ ternary "hub" .Values.cellName $isHub }}
listen: "{{ include "cellwright.listenHost" . }}:4222"
http: "127.0.0.1:8222"
max_payload: 8MB
jetstream {
  store_dir: "/data"
  domain: {{ ternary "hub" .Values.cellName $isHub }}
  max_memory_store: 16MB
  max_file_store: {{ .Values.nats.storage | replace "Gi" "GB" | replace "Mi" "MB" }}
}
accounts {
  SERVICES {
    jetstream: enabled
    users: [
      {{- range $name, $service := include "cellwright.services" . | fromJson }}
      {{- if has "nats" ($service.uses | default list) }}
      { user: {{ $name | quote }}, password: ${{ include "cellwright.natsVariable" $name }}, permissions: {
        publish: { allow: [
          {{- range $subject := concat $service.bus.publish (include "cellwright.natsApi" $service | fromJsonArray) }}
          {{ $subject | quote }}
          {{- end }}
        ] }
        subscribe: { allow: [
          {{- range $subject := prepend $service.bus.subscribe (printf "_INBOX.%s.>" $name) }}
          {{ $subject | quote }}
          {{- end }}
          {{- range $consumer := $service.bus.consumers }}
          "deliver.EVENTS.{{ $consumer }}"
          {{- end }}
        ] }
      } }
      {{- end }}
      {{- end }}
    ]
  }
  {{- if $isHub }}
  {{- range $cell := .Values.nats.hub.cells }}
  {{ include "cellwright.cellAccount" $cell }} {
    jetstream: enabled
    users: [{ user: "cell-{{ $cell }}", password: ${{ include "cellwright.natsVariable" (printf "cell-%s" $cell) }}, permissions: {
      publish: { allow: ["event.>"] }, subscribe: { deny: [">"] }
    } }]
    exports: [{ stream: "event.>", accounts: [CELLS] }]
  }
  {{- end }}
  CELLS {
    users: []
    imports: [
      {{- range $cell := .Values.nats.hub.cells }}
      { stream: { account: {{ include "cellwright.cellAccount" $cell }}, subject: "event.>" }, prefix: "cells.{{ $cell }}" }
      {{- end }}
    ]
  }
  {{- end }}
}
{{- if $hasLeaf }}
leafnodes {
  remotes: [{ url: $NATS_HUB_URL, account: SERVICES, deny_imports: [">"], deny_exports: ["runner.>", "equipment.>", "_INBOX.>", "deliver.>"] }]
}
{{- end }}
{{- if $isHub }}
leafnodes {
  listen: "0.0.0.0:7422"
  {{- if .Values.nats.hub.tlsSecret }}
  tls { cert_file: "/etc/nats-tls/tls.crt", key_file: "/etc/nats-tls/tls.key" }
  {{- end }}
}
{{- end }}
{{- end }}

{{/* JetStream subjects of a service: the stream, and its own consumers. */}}
{{- define "cellwright.natsApi" -}}
{{- $subjects := list "$JS.API.STREAM.INFO.EVENTS" "$JS.API.STREAM.CREATE.EVENTS" "$JS.API.STREAM.UPDATE.EVENTS" }}
{{- range .bus.consumers }}
{{- $subjects = concat $subjects (list (printf "$JS.API.CONSUMER.*.EVENTS.%s" .) (printf "$JS.API.CONSUMER.*.EVENTS.%s.>" .) (printf "$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.%s" .) (printf "$JS.ACK.EVENTS.%s.>" .) (printf "$JS.ACK.*.*.EVENTS.%s.>" .)) }}
{{- end }}
{{- $subjects | toJson }}
{{- end }}

{{- define "cellwright.cellAccount" -}}
CELL_{{ . | upper | replace "-" "_" }}
{{- end }}

{{/* NATS server for boxes: its operator, accounts and resolver are in the file from make-keys. Even with a certificate, the
hub connects unencrypted, inside the cluster. */}}
{{- define "cellwright.fleetNatsConfig" -}}
server_name: fleet
listen: "{{ include "cellwright.listenHost" . }}:4222"
http: "127.0.0.1:8222"
include "fleet-nats.conf"
{{- if .Values.hub.tlsSecret }}
tls { cert_file: "/etc/nats-tls/tls.crt", key_file: "/etc/nats-tls/tls.key" }
allow_non_tls: true
{{- end }}
{{- end }}
