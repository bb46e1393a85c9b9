import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { askingFor, repeating } from '../../dashboard/src/copy.ts';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, listenGateway, Orders } from '../scenarios/harness.ts';

/** Runs what was copied in a shell that has the merchant's keys. */
async function run(gateway: MockGateway, command: string): Promise<Record<string, unknown>> {
  const { mchKey, mchSecret } = gateway.merchant;
  const env = { ...process.env, INRGATE_MCH_KEY: mchKey, INRGATE_MCH_SECRET: mchSecret };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  return JSON.parse(stdout);
}

/** The last request of the log, made again. */
function lastAgain(gateway: MockGateway): string {
  const [{ id } = { id: '' }] = gateway.requests.list({ limit: 1 }).items;
  const request = gateway.requests.get(id);
  return repeating({ ...request, signedWith: request.signature?.key ?? null }, gateway.url)?.curl ?? '';
}

describe('a copied curl works as it is', () => {
  it('asks for a pay-in, a withdrawal and a link', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    const { mchId } = gateway.merchant;
    const ask = (kind: 'payins' | 'payouts' | 'links', id: string) =>
      run(gateway, askingFor({ kind, id, mchId }, gateway.url).curl);
    const payin = await orders.payin();
    expect(await ask('payins', payin)).toMatchObject({ success: true, data: { orderNo: payin } });
    const payout = await orders.payout();
    expect(await ask('payouts', payout)).toMatchObject({ success: true, data: { orderNo: payout } });
    const link = await orders.link();
    expect(await ask('links', link)).toMatchObject({ ok: true, data: { link_code: link } });
  });

  it('makes a request again, whatever it says', async () => {
    const gateway = await listenGateway();
    const caller = callerOf(gateway);
    const extra = `it's 100% $HOME "\\ \`date\` नमस्ते`;
    await caller.payin({ mchOrderNo: 'A:1/#', extra, notifyUrl: 'http://shop.example/cb?a=1&b=%20' });
    expect(await run(gateway, lastAgain(gateway))).toMatchObject({ data: { extra, duplicate: true } });
    await caller.createLink({ amount: '500.00', client_ref: 'R 1', note: extra });
    expect(await run(gateway, lastAgain(gateway))).toMatchObject({ ok: true, data: { client_ref: 'R 1' } });
    await caller.balance();
    expect(await run(gateway, lastAgain(gateway))).toMatchObject({ data: { currency: 'INR' } });
  });
});
