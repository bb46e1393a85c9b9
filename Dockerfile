# The image of `npm run image`, for machines with Docker. That script reads the settings of the last stage from this file.
FROM node:24-bookworm AS build
WORKDIR /src
COPY . .
RUN npm run image -- --root /image

FROM scratch
COPY --from=build /image /
LABEL org.opencontainers.image.title="inrgate" \
      org.opencontainers.image.description="Mock payment gateway for INR and USDT, with checks of shops and endpoints" \
      org.opencontainers.image.licenses="MIT"
ENV PATH="/usr/bin" INRGATE_HOST="0.0.0.0" INRGATE_DB="/data/gateway.db"
USER 65532:65532
WORKDIR /data
VOLUME ["/data"]
EXPOSE 4300
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/bin/node", "/usr/lib/inrgate/healthcheck.mjs"]
ENTRYPOINT ["/usr/bin/inrgate"]
CMD ["serve"]
