# The application as a small image: it runs as a user of its own, and writes to /data and /tmp only. Its PATH has the
# operator's commands: docker compose exec app admin list
# An image named by its digest may take the tag's place: see "Packages" in CONTRIBUTING.md.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/embedded-database/package.json packages/embedded-database/
COPY scripts ./scripts
RUN node -e "import('./scripts/build-system.mjs').then(({ install }) => install())"
COPY . .
# The benchmarks and the sample data are for development. The build is behind links.
RUN npm run build && rm -rf dist/backend/bench dist/backend/src/seed \
  && cp -rL dist /built && cp -rL packages/embedded-database/dist /built-database

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/dist/bin:$PATH
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/embedded-database/package.json packages/embedded-database/
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=build /built ./dist
COPY --from=build /built-database ./packages/embedded-database/dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/backend/src/main.js"]
