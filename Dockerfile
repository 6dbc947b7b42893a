# The images of the hub (docs/compose.md#images):
#   docker build --build-arg WORKSPACE=services/orders --tag order-hub/orders .
#   docker build --build-arg WORKSPACE=packages/cli --target hub --tag order-hub/hub .
# To pin the base: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

# Compiles everything, once for all images. The only packages that this needs are the compiler and esbuild.
FROM ${NODE_IMAGE} AS compiled
WORKDIR /repo
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
COPY . .
RUN node scripts/build.js

# The command line as one file, which the back office serves, and the packages that are in it.
FROM compiled AS bundled
RUN --mount=type=cache,target=/root/.npm node scripts/image-tree.js packages/cli /cli \
 && cd /cli/packages && npm ci --omit=dev --ignore-scripts \
 && find . -name node_modules -prune -exec cp -R --parents {} /repo/ ';' \
 && cd /repo && node scripts/bundle-command-line.js

FROM bundled AS selected
ARG WORKSPACE
RUN node scripts/image-tree.js "${WORKSPACE:?say which: --build-arg WORKSPACE=services/orders}" /image

# Packages from the lock file, without what only developers read, without builds of OpenTelemetry and luxon for bundlers and
# browsers, without the sources of zxcvbn's words, without the 2 MB of test data of prom-client's bintrees, and without the
# 7 MB that tar-stream needs in the runtime Bare only.
FROM ${NODE_IMAGE} AS installed
WORKDIR /hub
COPY --from=selected /image/packages/ ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
 && npm sbom --sbom-format=cyclonedx > sbom.cdx.json \
 && rm -rf package-lock.json node_modules/bare-* \
 && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -iname '*.md' \) ! -iname 'license*' -delete \
 && find . -type d \( -path '*/@opentelemetry/*/build/es*' -o -path '*/luxon/build/[acg]*' \
      -o -path '*/@zxcvbn-ts/*/src' -o -path '*/bintrees/test' \) -prune -exec rm -r {} +

FROM ${NODE_IMAGE} AS runtime
ARG NODE_IMAGE
ARG WORKSPACE
# Of the release that is built.
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Order hub: ${WORKSPACE}" \
      org.opencontainers.image.description="An open order hub between ordering channels, point-of-sale systems and their helpers" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
ENV NODE_ENV=production
WORKDIR /hub
COPY --from=installed /hub/ ./
COPY --from=selected /image/built/ ./
WORKDIR /hub/${WORKSPACE}
USER node

# The command line.
FROM runtime AS hub
ENTRYPOINT ["node", "dist/src/main.js"]

FROM runtime AS service
ENV PORT=8080
COPY scripts/health.sh /hub/
EXPOSE 8080
# Whether the process lives: /ready is for balancers, and 503 while the database is away or the process stops.
HEALTHCHECK --interval=5s --timeout=5s --retries=5 --start-period=60s CMD ["bash", "/hub/health.sh"]
# The options of V8 are those of packages/local, for the reasons in docs/decisions/0030-options-of-node.md.
CMD ["node", "--no-allocation-site-pretenuring", "--retain-maps-for-n-gc=1000000", "--max-semi-space-size=8", "dist/src/main.js"]
