# syntax=docker/dockerfile:1
# One image for the API, the worker and the command line; the command selects one. test/docs/containers.spec.ts checks it
# against the work tree; docs/operating/containers.md describes how it was tested.

FROM node:24-bookworm-slim AS packages
WORKDIR /florin
# Only the manifests, so that this layer is rebuilt only when packages change.
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/cli/package.json apps/cli/
COPY apps/console/package.json apps/console/
COPY apps/playground/package.json apps/playground/
COPY apps/worker/package.json apps/worker/
COPY libs/accounts/package.json libs/accounts/
COPY libs/client/package.json libs/client/
COPY libs/identity/package.json libs/identity/
COPY libs/infrastructure/package.json libs/infrastructure/
COPY libs/kernel/package.json libs/kernel/
COPY libs/ledger/package.json libs/ledger/
COPY libs/payments/package.json libs/payments/
COPY libs/webhooks/package.json libs/webhooks/

FROM packages AS build
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --no-audit --no-fund
COPY nx.json tsconfig.base.json ./
COPY apps apps
COPY libs libs
RUN npx nx run-many -t build

# The optional packages are the embedded PostgreSQL. The others need no install script.
FROM packages AS production
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /florin
COPY --from=production /florin ./
COPY apps/api/assets apps/api/assets
COPY --from=build /florin/apps/api/dist apps/api/dist
COPY --from=build /florin/apps/cli/dist apps/cli/dist
COPY --from=build /florin/apps/console/dist apps/console/dist
COPY --from=build /florin/apps/playground/dist apps/playground/dist
COPY --from=build /florin/apps/worker/dist apps/worker/dist
COPY --from=build /florin/libs/accounts/dist libs/accounts/dist
COPY --from=build /florin/libs/client/dist libs/client/dist
COPY --from=build /florin/libs/identity/dist libs/identity/dist
COPY --from=build /florin/libs/infrastructure/dist libs/infrastructure/dist
COPY --from=build /florin/libs/kernel/dist libs/kernel/dist
COPY --from=build /florin/libs/ledger/dist libs/ledger/dist
COPY --from=build /florin/libs/payments/dist libs/payments/dist
COPY --from=build /florin/libs/webhooks/dist libs/webhooks/dist
COPY LICENSE ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# For the API, the default command; compose.yaml sets the worker's health check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/dist/main.js"]
