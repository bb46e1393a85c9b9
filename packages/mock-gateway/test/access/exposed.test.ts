import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import { gatewayHandlers } from '../../src/msw.ts';
import { callerOf } from '../scenarios/harness.ts';
import { direct, type InFront, nginx, relay } from './in-front.ts';
import { everyControlCall, send } from './send.ts';

const controlToken = 'tok-5f2c9d';
const bearer = { authorization: `Bearer ${controlToken}` };
const origin = 'https://pay.example';

async function openGateway(options: GatewayOptions): Promise<MockGateway> {
  const gateway = await createMockGateway(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Ways in which external clients can reach a gateway that listens on a loopback address. */
const exposures = [
  ['a public URL', { origin }, {}],
  ['a trusted proxy', {}, { trustProxy: 'loopback' }],
  ['a number of trusted proxies', {}, { trustProxy: 1 }],
  ['both', { origin }, { trustProxy: 'loopback' }],
] as const;

/** Headers with which a client pretends to be the operator. */
const disguises = [
  {},
  { host: '127.0.0.1:4300' },
  { host: 'localhost', origin: 'http://localhost' },
  { 'x-forwarded-for': '127.0.0.1' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer tok-5f2c9' },
];

const fronts: readonly (readonly [string, InFront])[] = [
  ['directly', direct],
  ['through a TCP relay', relay],
  ['through nginx with the shortest proxy_pass', nginx],
];

describe.each(exposures)('exposed gateway with %s', (_, options, trust) => {
  it.for(fronts)(
    'the control API of an exposed gateway requires the token, %s [contract:control.exposed]',
    async ([, front], test) => {
      const gateway = await openGateway({ ...options, controlToken });
      const port = await freePort();
      await gateway.listen({ port, ...trust });
      const target = await front(port, test);
      for (const [place, call] of everyControlCall.entries()) {
        // A proxy passes each call on alike, so each call has one disguise there.
        const some =
          front === direct ? disguises : disguises.filter((_, at) => at === place % disguises.length);
        for (const headers of some) {
          const { status, body } = await send(target, call, headers);
          expect([call, headers, status]).toEqual([call, headers, 401]);
          expect(body).not.toContain('demo-mch');
        }
      }
      expect((await send(target, ['GET', '/_mock/merchants?keys=true'], bearer)).status).toBe(200);
    },
  );

  it.for(fronts)(
    "the dashboard and the operator's actions of an exposed gateway require the token, %s [contract:control.exposed]",
    async ([, front], test) => {
      const gateway = await openGateway({ ...options, controlToken });
      const port = await freePort();
      await gateway.listen({ port, ...trust });
      const target = await front(port, test);
      const { data } = await callerOf(gateway).payin();
      const page = new URL(String(data['pay_url'])).pathname;
      for (const headers of disguises) {
        expect((await send(target, ['GET', '/'], headers)).status).toBe(401);
        expect((await send(target, ['GET', page], headers)).body).not.toContain('/expire"');
        for (const move of ['amount', 'fail', 'expire'])
          expect((await send(target, ['POST', `${page}/${move}`], headers)).status, move).toBe(403);
      }
      expect(await gateway.payins.get(String(data['orderNo']))).toMatchObject({ status: 'pending' });
      expect((await send(target, ['GET', '/'], bearer)).status).toBe(200);
      expect((await send(target, ['POST', `${page}/fail`], bearer)).status).toBe(303);
    },
  );

  it('an exposed gateway without a token cannot listen or become an Express app [contract:control.exposed]', async () => {
    const gateway = await openGateway(options);
    const rejection = expect.objectContaining({ name: 'ConfigurationError', key: 'controlToken' });
    await expect(gateway.listen(trust)).rejects.toEqual(rejection);
    expect(() => gatewayExpress(gateway, trust)).toThrow(rejection);
  });

  it('an Express app of an exposed gateway requires the token [contract:control.exposed]', async () => {
    const gateway = await openGateway({ ...options, controlToken });
    const server = createServer(gatewayExpress(gateway, trust));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const headers of disguises)
      expect((await send({ port }, ['POST', '/_mock/reset'], headers)).status).toBe(401);
    expect((await send({ port }, ['GET', '/_mock/health'], bearer)).status).toBe(200);
  });
});

it('a public URL protects the control API of an in-process gateway and of MSW handlers [contract:control.exposed]', async () => {
  for (const [options, status] of [
    [{ origin, controlToken }, 401],
    [{ origin }, 403],
  ] as const) {
    const gateway = await openGateway(options);
    const server = setupServer(...gatewayHandlers(gateway));
    server.listen();
    try {
      for (const url of [`${origin}/_mock/health`, 'http://127.0.0.1/_mock/health'])
        expect((await gateway.fetch(url)).status).toBe(status);
      expect((await fetch(`${origin}/_mock/health`)).status).toBe(status);
      const shown = await fetch(`${origin}/_mock/health`, { headers: bearer });
      expect(shown.status).toBe('controlToken' in options ? 200 : 403);
    } finally {
      server.close();
    }
  }
});

it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://gateway.localhost', 'http://[::1]:3000'])(
  'the public URL %s is a loopback URL and requires no token [contract:control.exposed]',
  async (loopback) => {
    const gateway = await openGateway({ origin: loopback });
    const port = await freePort();
    await gateway.listen({ port, trustProxy: false });
    expect((await send({ port }, ['GET', '/_mock/health'])).status).toBe(200);
  },
);
