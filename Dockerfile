# The image of one service: docker build --build-arg SERVICE=orders --tag order-hub/orders .
ARG NODE_IMAGE=node:24-bookworm-slim

# Only what this service needs of the monorepo, so that a change elsewhere rebuilds nothing.
FROM ${NODE_IMAGE} AS pruned
ARG SERVICE
WORKDIR /repo
COPY . .
RUN npx --yes turbo@2.11.9 prune "@order-hub/${SERVICE:?say which: --build-arg SERVICE=orders}" --docker \
 && npx --yes turbo@2.11.9 prune "@order-hub/${SERVICE}" --docker --production --out-dir production

FROM ${NODE_IMAGE} AS built
ARG SERVICE
WORKDIR /repo
COPY --from=pruned /repo/out/json/ ./
RUN npm ci --ignore-scripts
COPY --from=pruned /repo/out/full/ ./
COPY --from=pruned /repo/tsconfig.base.json /repo/tsconfig.build.json ./
COPY --from=pruned /repo/scripts/ scripts/
RUN node scripts/build.js
# What runs: the service, and those of its packages that are not for tests.
RUN mkdir /built \
 && cp --parents -r packages/shared/dist $(ls -d packages/pages/dist 2> /dev/null) "services/${SERVICE}/dist" /built/

FROM ${NODE_IMAGE} AS installed
WORKDIR /repo
COPY --from=pruned /repo/production/json/ ./
# Without devDependencies: the packages for tests are not in this stage, and npm would look for them in its registry.
RUN npm pkg delete devDependencies --workspaces && npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM ${NODE_IMAGE}
ARG SERVICE
ENV NODE_ENV=production PORT=8080
WORKDIR /hub
COPY --from=installed /repo/ ./
COPY --from=built /built/ ./
# The API document, which the gateway serves.
COPY --from=pruned /repo/docs/openapi.json* docs/
WORKDIR /hub/services/${SERVICE}
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The options of V8 are those of packages/local, for the reasons in docs/decisions/0030-options-of-node.md.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "--retain-maps-for-n-gc=1000000", "dist/src/main.js"]
