import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway } from '../../src/index.ts';
import { expectRejection } from './expect.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';

/** Opens a user's Express app behind a proxy. */
function behindProxy(trustProxy: boolean | number | string): Open {
  return async (options) => {
    const gateway = await createMockGateway({ ...options, controlToken: 'tok' });
    const server = createServer(gatewayExpress(gateway, { trustProxy })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      gateway,
      send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
      close: async () => {
        server.closeAllConnections();
        server.close();
        await gateway.close();
      },
    };
  };
}

/** Opens the gateway's own server, like `serve --trust-proxy`. */
function listening(trustProxy: boolean | number | string): Open {
  return async (options) => {
    const gateway = await createMockGateway({ ...options, controlToken: 'tok' });
    const { url } = await gateway.listen({ trustProxy });
    return {
      gateway,
      send: (path, init) => fetch(`${url}${path}`, init),
      close: () => gateway.close(),
    };
  };
}

const served = [
  ['an Express app', behindProxy],
  ['its own server', listening],
] as const;

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe.each(served)('%s, with trust proxy on', (_name, open) => {
  const at = gatewayPerTest(open(true));
  const save = (ipAllowList: string[]) => at.gateway.merchants.update('DEMO1001', { ipAllowList });

  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7', ['203.0.113.0/29']],
    ['10.255.255.255', ['10.0.0.0/8']],
    ['2001:db8::17', ['2001:db8::17']],
    ['2001:db8::17', ['2001:0DB8:0:0:0:0:0:17']],
    ['2001:db8:ffff::1', ['2001:db8::/32']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['::1', ['::/0']],
    ['203.0.113.7, 10.0.0.1', ['203.0.113.7']],
  ])(
    'the gateway accepts a caller from %s with the allow-list %o [spec:auth.ip-list]',
    async (address, list) => {
      await save(list);
      expect((await at.caller.payin({}, from(address))).status).toBe(200);
      expect((await at.caller.payout({}, from(address))).status).toBe(200);
    },
  );

  it.each([
    ['203.0.113.8', ['203.0.113.7']],
    ['203.0.113.8', ['203.0.113.0/29']],
    ['11.0.0.0', ['10.0.0.0/8']],
    ['2001:db8::18', ['2001:db8::17']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['203.0.113.7', ['::/0']],
    ['2001:db8::17', ['0.0.0.0/0']],
    ['10.0.0.1, 203.0.113.7', ['203.0.113.7']],
    ['nonsense', ['0.0.0.0/0', '::/0']],
  ])(
    'the gateway rejects a caller from %s with the allow-list %o [spec:auth.ip-list] [spec:errors.ip_not_allowed]',
    async (address, list) => {
      await save(list);
      expectRejection(await at.caller.payin({}, from(address)), 403, 'ip_not_allowed');
      expectRejection(await at.caller.payout({}, from(address)), 403, 'ip_not_allowed');
    },
  );

  it('the rate limit counts a merchant separately for each IP address [spec:limits.rate] [reading:order.7]', async () => {
    await save([]);
    await at.gateway.settings.update({ rateLimitPerMinute: 1 });
    for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8::1']) {
      expect((await at.caller.payin({}, from(address))).status).toBe(200);
      expectRejection(await at.caller.payin({}, from(address)), 429, 'rate_limited');
    }
  });

  it('the rate limit counts an IPv4-mapped IPv6 address as the IPv4 address [reading:order.7]', async () => {
    await save([]);
    await at.gateway.settings.update({ rateLimitPerMinute: 1 });
    expect((await at.caller.payin({}, from('203.0.113.7'))).status).toBe(200);
    expectRejection(await at.caller.payin({}, from('::ffff:203.0.113.7')), 429, 'rate_limited');
  });

  it('the signature lock of one IP address does not affect other IP addresses [spec:limits.lock] [reading:order.4]', async () => {
    await save([]);
    for (let failure = 0; failure < 10; failure++) {
      await at.caller.payin({ mchId: `NOBODY${failure}` }, from('203.0.113.7'));
    }
    expectRejection(await at.caller.payin({}, from('203.0.113.7')), 429, 'too_many_failures');
    expect((await at.caller.payin({}, from('203.0.113.8'))).status).toBe(200);
    expect((await at.caller.payin()).status).toBe(200);
  });
});

describe.each(served)('%s, with one proxy trusted', (_name, open) => {
  const at = gatewayPerTest(open(1));

  it('the gateway trusts only one proxy and ignores earlier entries of X-Forwarded-For [spec:auth.ip-list]', async () => {
    await at.gateway.merchants.update('DEMO1001', { ipAllowList: ['203.0.113.7'] });
    expect((await at.caller.payin({}, from('10.0.0.1, 203.0.113.7'))).status).toBe(200);
    expectRejection(await at.caller.payin({}, from('203.0.113.7, 10.0.0.1')), 403, 'ip_not_allowed');
  });
});

describe.each(served)('%s, with local proxies trusted', (_name, open) => {
  const at = gatewayPerTest(open('loopback, 10.0.0.0/8'));

  it('the gateway trusts only the proxies of its own machine [spec:auth.ip-list]', async () => {
    await at.gateway.merchants.update('DEMO1001', { ipAllowList: ['203.0.113.7'] });
    expect((await at.caller.payin({}, from('203.0.113.7, 10.1.2.3'))).status).toBe(200);
    expectRejection(await at.caller.payin({}, from('203.0.113.7, 192.0.2.1')), 403, 'ip_not_allowed');
  });
});

it('the gateway rejects an invalid list of proxies and states the allowed values', async () => {
  const gateway = await createMockGateway({ controlToken: 'tok' });
  onTestFinished(() => gateway.close());
  await expect(gateway.listen({ trustProxy: '10.0.0.0/99' })).rejects.toMatchObject({
    name: 'ConfigurationError',
    message: expect.stringContaining(
      'trustProxy: must be IP addresses, CIDR blocks or names that Express accepts',
    ),
  });
});

describe.each(served)('%s, with trust proxy off', (_name, open) => {
  const at = gatewayPerTest(open(false));

  it('the gateway uses only the IP address of the connection for allow-list, rate limit and lock [spec:auth.ip-list] [spec:limits.rate] [spec:limits.lock]', async () => {
    const { gateway, caller } = at;
    await gateway.merchants.update('DEMO1001', { ipAllowList: ['203.0.113.7'] });
    expectRejection(await caller.payin({}, from('203.0.113.7')), 403, 'ip_not_allowed');
    await gateway.merchants.update('DEMO1001', { ipAllowList: ['127.0.0.1'] });
    expect((await caller.payin({}, from('203.0.113.7'))).status).toBe(200);
    await gateway.settings.update({ rateLimitPerMinute: 2 });
    expectRejection(await caller.payin({}, from('203.0.113.8')), 429, 'rate_limited');
    await gateway.clock.advance('1m');
    await gateway.settings.update({ signatureLock: { failures: 1 } });
    await caller.payin({ mchId: 'NOBODY' }, from('203.0.113.9'));
    expectRejection(await caller.payin({}, from('203.0.113.10')), 429, 'too_many_failures');
  });
});
