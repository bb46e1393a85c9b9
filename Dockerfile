# The mock gateway in a container: docs/how-to/docker.md. The first stage packs the packages and installs the tarballs.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm run pack
WORKDIR /app
RUN npm install --no-audit --no-fund /src/dist/*.tgz

FROM node:24-slim
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
ENV PATH=/app/node_modules/.bin:$PATH INRGATE_HOST=0.0.0.0 INRGATE_DB=/data/gateway.db
USER node
WORKDIR /data
VOLUME ["/data"]
EXPOSE 4300
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const { INRGATE_PORT: port = 4300, INRGATE_CONTROL_TOKEN: token } = process.env; fetch(`http://127.0.0.1:${port}/_mock/ready`, { headers: { authorization: `Bearer ${token}` } }).then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["inrgate"]
CMD ["serve"]
