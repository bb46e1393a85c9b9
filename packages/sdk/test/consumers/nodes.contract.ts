import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRuntimes } from '../../../../test/runtimes.ts';
import { listen } from '../support/server.ts';
import { makeConsumer, nodeOf, run } from './consumer.ts';

const nodes = {
  '22': nodeOf('node22'),
  // The repository's own Node.
  own: process.execPath,
  '26': nodeOf('node26'),
} as const;

/** Verifies a signature without the tested code (spec: Authentication 3). */
function isSigned(params: Readonly<Record<string, string>>, key: string): boolean {
  const names = Object.keys(params).filter((name) => name !== 'sign');
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const signed = [...names.map((name) => `${name}=${params[name]}`), `key=${key}`].join('&');
  return createHash('md5').update(signed).digest('hex').toUpperCase() === params['sign'];
}

async function startGateway(): Promise<string> {
  const server = createServer(async (request, response) => {
    const params = (await json(request)) as Record<string, string>;
    const { status, body } = answer(request.url, params);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return `${await listen(server)}/v3`;
}

function answer(url: string | undefined, params: Readonly<Record<string, string>>) {
  if (url !== '/v3/payin' || !isSigned(params, 'key-of-shop-1')) {
    const rejection = { code: 422, success: false, message: 'Daily limit', error: 'daily_limit' };
    return { status: 422, body: rejection };
  }
  const { mchOrderNo, amount, extra } = params;
  const fixed = { orderNo: 'PI1', status: 'pending', pay_url: 'http://127.0.0.1/pay/1', tradeType: 'INRUPI' };
  const data = { ...fixed, mchOrderNo, amount, extra, paidAmount: null, utr: null, paidAt: null };
  return { status: 200, body: { code: 200, success: true, message: 'Success', data } };
}

/**
 * Runs scripts of a consumer of the packed package.
 *
 * @param pairs version of Node and script, where `both.mjs` loads the package twice
 */
export function nodesContract(pairs: readonly (readonly [keyof typeof nodes, string])[]): void {
  const { folder, remove } = makeConsumer();
  afterAll(remove);

  describe.each(pairs)('the packed package on Node %s (%s)', (version, script) => {
    const node = nodes[version];
    const itRuns = it.runIf(version !== '26' || hasRuntimes('node26'));

    itRuns('the packed package runs on this version of Node', async () => {
      const expected = version === 'own' ? process.version : `v${version}.`;
      expect((await run(node, ['--version'], folder)).stdout).toSatisfy((found: string) =>
        found.startsWith(expected),
      );
    });

    if (script === 'both.mjs') {
      itRuns('the packed package recognizes errors of a second copy of the package', async () => {
        const ended = await run(node, [script], folder);
        expect(ended).toEqual({ code: 0, stdout: '[[true,true],[true,true]]', stderr: '' });
      });
      return;
    }

    itRuns('the packed package makes calls and handles callbacks without a warning', async () => {
      const ended = await run(node, [script, await startGateway()], folder);
      expect(ended.stderr).toBe('');
      expect(ended.code).toBe(0);
      expect(JSON.parse(ended.stdout)).toEqual({
        payin: { orderNo: 'PI1', extra: 'नीली शर्ट' },
        refusal: { code: 'daily_limit', outcome: 'rejected' },
        callback: { kind: 'payin', mchOrderNo: 'ORDER-1' },
        handled: 'success',
        duration: 5_400_000,
        fee: '55.00',
        verdict: 'unexplained',
        instances: Array(6).fill(true),
        guards: Array(3).fill(true),
      });
    });
  });
}
