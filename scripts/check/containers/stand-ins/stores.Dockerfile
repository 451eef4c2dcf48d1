# Stand in for the images of the stores where none can be pulled: Debian's Postgres, NATS and Redis, as the compose file calls them.
ARG DEBIAN
FROM ${DEBIAN} AS stores
RUN apt-get update -qq \
    && apt-get install -y -qq -o Dpkg::Options::=--force-unsafe-io --no-install-recommends postgresql nats-server redis-server wget \
    && rm -rf /var/lib/apt/lists

FROM stores AS postgres
# The chart runs it as the user of the image that it names.
RUN groupmod --gid 70 postgres && usermod --uid 70 postgres
COPY postgres-entry.sh /usr/local/bin/
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entry.sh"]

FROM stores AS nats
ENTRYPOINT ["nats-server"]

FROM stores AS redis
CMD ["redis-server"]
