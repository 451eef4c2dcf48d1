{{- define "cellwright.natsVariable" -}}
NATS_{{ . | upper | replace "-" "_" }}
{{- end }}

{{/* One user per service: it says and hears what its entry says, and listens for its own replies only. Variables hold the
passwords. A cell shows its facts to the hub below its own name; the hub lets each cell say nothing else. */}}
{{- define "cellwright.natsConfig" -}}
{{- $isHub := eq .Values.profile "fleet" }}
{{- $hasLeaf := and .Values.nats.leaf.enabled (not $isHub) -}}
server_name: {{ ternary "hub" .Values.cellName $isHub }}
listen: "0.0.0.0:4222"
http: "0.0.0.0:8222"
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
    {{- if $hasLeaf }}
    exports: [{ stream: "event.>", accounts: [UPLINK] }]
    {{- end }}
  }
  {{- if $hasLeaf }}
  UPLINK {
    imports: [{ stream: { account: SERVICES, subject: "event.>" }, prefix: "cells.{{ .Values.cellName }}" }]
  }
  {{- end }}
  {{- if $isHub }}
  CELLS {
    jetstream: enabled
    users: [
      {{- range $cell := .Values.nats.hub.cells }}
      { user: "cell-{{ $cell }}", password: ${{ include "cellwright.natsVariable" (printf "cell-%s" $cell) }}, permissions: {
        publish: { allow: ["cells.{{ $cell }}.>"] }
        subscribe: { allow: ["fleet.{{ $cell }}.>"] }
      } }
      {{- end }}
    ]
  }
  {{- end }}
}
{{- if $hasLeaf }}
leafnodes {
  remotes: [{ url: $NATS_HUB_URL, account: UPLINK }]
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

{{/* What a service asks of JetStream: the one stream, and the consumers of its own. */}}
{{- define "cellwright.natsApi" -}}
{{- $subjects := list "$JS.API.STREAM.INFO.EVENTS" "$JS.API.STREAM.CREATE.EVENTS" "$JS.API.STREAM.UPDATE.EVENTS" }}
{{- range .bus.consumers }}
{{- $subjects = concat $subjects (list (printf "$JS.API.CONSUMER.*.EVENTS.%s" .) (printf "$JS.API.CONSUMER.*.EVENTS.%s.>" .) (printf "$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.%s" .) (printf "$JS.ACK.EVENTS.%s.>" .) (printf "$JS.ACK.*.*.EVENTS.%s.>" .)) }}
{{- end }}
{{- $subjects | toJson }}
{{- end }}
