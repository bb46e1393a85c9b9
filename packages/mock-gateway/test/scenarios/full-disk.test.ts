import { expect, it } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import type { Answer } from '../client.ts';
import { callerOf, openGateway, reopenGateway, temporaryFile } from './harness.ts';
import { ScriptedNetwork } from './sender.ts';
import { connectionOf } from './statements.ts';

/**
 * A merchant's server with its operator. Orders with odd numbers are paid pay-ins, and orders with even numbers are
 * approved payouts.
 */
class Shop {
  /** Gateway order numbers by number. */
  readonly answered = new Map<number, string>();
  readonly refused: number[] = [];
  readonly #gateway: MockGateway;
  #last = 0;

  constructor(gateway: MockGateway) {
    this.#gateway = gateway;
  }

  async workUntilRefused(times: number): Promise<void> {
    while (this.refused.length < times) {
      this.#last += 1;
      if (this.#last > 1_000) throw new Error('the disk is full, and nobody is told');
      const number = this.#last;
      const { status } = await this.create(number);
      if (status === 500) this.refused.push(number);
      else await this.#move(number).catch(() => {});
    }
  }

  async create(number: number): Promise<Answer> {
    const caller = callerOf(this.#gateway);
    const mchOrderNo = `ORDER-${number}`;
    const answer = await (number % 2 === 0
      ? caller.payout({ mchOrderNo })
      : caller.payin({ mchOrderNo, extra: 'x'.repeat(200) }));
    expect([200, 500]).toContain(answer.status);
    if (answer.status === 200) this.answered.set(number, String(answer.data['orderNo']));
    return answer;
  }

  async #move(number: number): Promise<unknown> {
    const orderNo = this.answered.get(number) ?? '';
    return number % 2 === 0 ? this.#gateway.payouts.approve(orderNo) : this.#gateway.payins.pay(orderNo);
  }
}

async function expectAll(shop: Shop, gateway: MockGateway): Promise<void> {
  expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  for (const [number, orderNo] of shop.answered) {
    const order = await gateway[number % 2 === 0 ? 'payouts' : 'payins'].get(orderNo);
    expect(order).toMatchObject({ mchOrderNo: `ORDER-${number}` });
  }
}

it('a full disk under load loses no confirmed result [invariant:6] [invariant:7] [invariant:10]', async () => {
  const [db, network, troubles] = [temporaryFile(), new ScriptedNetwork(), new Set<unknown>()];
  const callbackUrl = 'http://merchant.example/';
  const options: GatewayOptions = {
    merchants: [{ mchId: 'SHOP', mchKey: 'k', mchSecret: 's', balance: '99999.00', callbackUrl }],
    settings: { rateLimitPerMinute: null },
    sender: network.send,
    onError: (error) => troubles.add((error as { readonly code?: unknown }).code),
  };
  const gateway = await openGateway({ db, ...options });
  const shop = new Shop(gateway);
  const connection = await connectionOf(gateway);
  const pages = Number(connection.prepare('PRAGMA page_count').get()?.['page_count']);
  connection.exec(`PRAGMA max_page_count = ${pages + 25}`);
  await Promise.all(Array.from({ length: 8 }, () => shop.workUntilRefused(20)));
  expect([...troubles]).toEqual(['store_full']);
  expect(shop.answered.size).toBeGreaterThan(20);

  connection.exec('PRAGMA max_page_count = 1000000');
  for (const number of shop.refused) {
    // The response stated correctly that the order does not exist.
    const { status, data } = await shop.create(number);
    expect([status, data['duplicate']]).toEqual([200, undefined]);
  }
  await gateway.clock.advance('8h');
  await expectAll(shop, gateway);
  await gateway.close();
  await expectAll(shop, await reopenGateway(db, options));
});
