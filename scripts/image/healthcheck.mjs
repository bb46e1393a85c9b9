/** The image's HEALTHCHECK, which fails unless the gateway in this container is ready. */
const {
  INRGATE_HOST: host = '127.0.0.1',
  INRGATE_PORT: port = '4300',
  INRGATE_CONTROL_TOKEN: token = '',
} = process.env;
const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
const { ok } = await fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/_mock/ready`, {
  headers: { authorization: `Bearer ${token.trim()}` },
});
process.exitCode = ok ? 0 : 1;
