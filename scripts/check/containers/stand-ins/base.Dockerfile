# Stands in for the base of the images where none can be pulled: Debian with a Node.js and an npm out of their packages.
ARG DEBIAN
FROM ${DEBIAN}
COPY node/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
    && chmod +x /usr/local/lib/node_modules/npm/bin/*.js
CMD ["node"]
