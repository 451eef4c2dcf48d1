# One Dockerfile for every service: docker build --build-arg SERVICE=gateway -t cellwright/gateway .
# Behind a proxy, use --secret id=npmrc,src=… for the registry settings and --secret id=ca,src=… for its certificate.
# For a release, BASE_IMAGE contains a digest.
ARG BASE_IMAGE=node:24-bookworm-slim

# Copies only the manifests, so that a change of the sources does not reinstall the packages.
FROM ${BASE_IMAGE} AS manifests
COPY . /src
WORKDIR /src
RUN ["node", "scripts/images/copy-manifests.mjs", "/manifests"]

FROM ${BASE_IMAGE} AS build
WORKDIR /src
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
COPY --from=manifests /manifests ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    cp package-lock.json /tmp/wanted.json \
    && npm install --no-save --no-audit --no-fund --loglevel=error \
    && cmp package-lock.json /tmp/wanted.json
COPY . .
RUN npx --no-install turbo run build --output-logs=errors-only --no-update-notifier
ARG SERVICE
RUN node scripts/images/collect.mjs "${SERVICE}" /out

FROM ${BASE_IMAGE}
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="cellwright-${SERVICE}" \
      org.opencontainers.image.description="Cellwright, the platform that runs robot cells: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production SERVICE=${SERVICE} \
    HOST=0.0.0.0 PORT=3000 WEB_FOLDER=/app/web/dist EXAMPLES_FOLDER=/app/examples/routines \
    GRPC_HOST=0.0.0.0 GRPC_PORT=4000 SOCKET_PORT=4001 \
    CONTROLLER_HOST=0.0.0.0 CONTROLLER_PORT=4000 CONTROLLER_ADMIN_PORT=9100 \
    ADMIN_HOST=0.0.0.0 ADMIN_PORT=9100
COPY --from=build /out /app
WORKDIR /app/services/${SERVICE}
USER 10001:10001
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["node"]
CMD ["dist/main.js"]
