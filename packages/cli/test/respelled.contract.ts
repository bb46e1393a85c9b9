import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  allTogether,
  type Respeller,
  respellCallback,
  type Spelling,
  startRespeller,
  ways,
} from '../../../test/respelled.ts';
import { inProcess } from './in-process.ts';
import { type Env, homeIn } from './inrgate.ts';

// Tests of the command with a gateway that writes every response field in another way.

let folder: string;
let gateway: MockGateway;
let respeller: Respeller;
let env: Env;
const spelling: Spelling = { ways: [] };
/** Number of the run, for unique order numbers. */
let run = 0;

function openRespeller(): void {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'inrgate-respelled-'));
    mkdirSync(path.join(folder, 'home'));
    gateway = await createMockGateway({
      merchants: [
        {
          ...{
            mchId: 'SHOP1',
            mchKey: 'key-of-shop-1',
            mchSecret: 'secret-of-shop-1',
            balance: '900000000.00',
          },
          limits: { payoutDaily: '900000000.00' },
        },
      ],
      settings: { rateLimitPerMinute: 1_000_000 },
    });
    const { url } = await gateway.listen({ port: 0 });
    respeller = await startRespeller(new URL(url).origin, spelling);
    env = {
      ...homeIn(path.join(folder, 'home')),
      INRGATE_BASE_URL: `${respeller.origin}/v3`,
      INRGATE_LEGACY_BASE_URL: `${respeller.origin}/v1`,
      INRGATE_MCH_ID: 'SHOP1',
      INRGATE_MCH_KEY: 'key-of-shop-1',
      INRGATE_MCH_SECRET: 'secret-of-shop-1',
    };
  });
  afterAll(async () => {
    await respeller?.close();
    await gateway?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    run += 1;
  });
}

/** Runs a command, which must succeed, and returns its data. */
async function data(line: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await inProcess([...line.split(' '), ...more, '--json'], env);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
  return JSON.parse(stdout);
}

function file(name: string, ...lines: readonly string[]): string {
  const target = path.join(folder, `${run}-${name}`);
  writeFileSync(target, lines.join('\n'));
  return target;
}

/** Try each way separately, then as many ways together as possible. */
const spellings = [...ways.map((way) => [way, [way]] as const), ['all together', allTogether] as const];

/** Number of tested commands. */
const commands = 7;

/** The full form tests every command with every spelling. */
export function respelledContract(size: 'small' | 'full'): void {
  openRespeller();
  /** The small form tests each way with one of the commands, and every command with all ways together. */
  const spellingsOf = (command: number) =>
    spellings.filter(([name], at) => size === 'full' || name === 'all together' || at % commands === command);

  test.each(spellingsOf(0))(
    'payin create, get and wait print the same result for a gateway with %s',
    async (_name, way) => {
      spelling.ways = way;
      const order = {
        mchOrderNo: `P-${run}`,
        amount: '500.00',
        fee: '55.00',
        netAmount: '445.00',
        tradeType: 'INRUPI',
      };
      const create = `payin create --mch-order-no P-${run} --amount 500.00`;
      const created = await data(create);
      expect(created).toMatchObject({ ...order, status: 'pending', paidAmount: null, duplicate: false });
      expect(created.payUrl).toMatch(/\/pay\/\w/);
      expect(await data(create)).toMatchObject({ ...order, duplicate: true });
      await gateway.payins.pay(created.orderNo, { paidAmount: '499.50' });
      const paid = { ...order, status: 'success', paidAmount: '499.50' };
      expect(await data(`payin get --mch-order-no P-${run}`)).toMatchObject(paid);
      expect(await data(`payin wait --mch-order-no P-${run}`)).toMatchObject(paid);
    },
  );

  test.each(spellingsOf(1))(
    'payout create, get and wait print the same result for a gateway with %s',
    async (_name, way) => {
      spelling.ways = way;
      const order = {
        mchOrderNo: `W-${run}`,
        amount: '1000.00',
        fee: '75.00',
        totalDebit: '1075.00',
        payType: 'upi',
      };
      const create = `payout create --mch-order-no W-${run} --amount 1000.00 --upi-id asha@okhdfcbank`;
      const created = await data(create);
      expect(created).toMatchObject({ ...order, status: 'pending', duplicate: false });
      expect(await data(create)).toMatchObject({ ...order, duplicate: true });
      await gateway.payouts.approve(created.orderNo);
      expect(await data(`payout get --mch-order-no W-${run}`)).toMatchObject({
        ...order,
        status: 'processing',
      });
      await gateway.payouts.complete(created.orderNo);
      expect(await data(`payout wait --mch-order-no W-${run}`)).toMatchObject({
        ...order,
        status: 'success',
      });
    },
  );

  test.each(spellingsOf(2))(
    'reconcile finds matching, different and missing orders at a gateway with %s',
    async (_name, way) => {
      spelling.ways = way;
      const { orderNo } = await data(
        `payin create --mch-order-no L-${run} --amount 500.00 --trade-type usdt`,
      );
      await gateway.payins.pay(orderNo);
      await data(`payout create --mch-order-no L-${run} --amount 1000.00 --upi-id asha@okhdfcbank`);
      const columns = 'type,mchOrderNo,status,amount,fee,tradeType,payType,paidAmount';
      const list = file(
        'orders.csv',
        columns,
        `payin,L-${run},success,500.00,55.00,usdt,,500.00`,
        `payout,L-${run},pending,1000.00,75.00,,upi,`,
      );
      const matching = await data('reconcile', list, '--requests-per-minute', '100000');
      expect(matching).toMatchObject({ matching: 2, findings: [] });
      const others = file(
        'others.csv',
        columns,
        `payout,L-${run},pending,1000.01,75.00,,bank,`,
        `payin,N-${run},,,,,,`,
      );
      const { code, stdout } = await inProcess(
        ['reconcile', others, '--requests-per-minute', '100000', '--json'],
        env,
      );
      expect({ code, findings: JSON.parse(stdout).findings }).toMatchObject({
        code: 4,
        findings: [
          {
            result: 'differing',
            differences: [
              { field: 'amount', listed: '1000.01', gateway: '1000.00' },
              { field: 'payType', listed: 'bank', gateway: 'upi' },
            ],
          },
          { result: 'missing' },
        ],
      });
    },
  );

  test.each(spellingsOf(3))(
    'balance, link create and link get print the same result for a gateway with %s',
    async (_name, way) => {
      spelling.ways = way;
      const wallet = await gateway.merchants.wallet('SHOP1');
      expect(await data('balance')).toEqual({ ...wallet });
      const link = { clientRef: `C-${run}`, amount: '500.00', currency: 'INR', status: 'pending' };
      const created = await data(`link create --amount 500.00 --client-ref C-${run}`);
      expect(created).toMatchObject(link);
      expect(await data(`link get --link-code ${created.linkCode}`)).toMatchObject(link);
    },
  );

  test.each(spellingsOf(4))(
    'verify accepts a callback in the spelling of a gateway with %s',
    async (_name, way) => {
      const keys = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
      const { body } = signedCallback('payin', keys, { amount: '500.50' });
      const written = file('callback.json', respellCallback(body, keys.mchKey, { ways: way }));
      expect(await data('verify', written)).toMatchObject({ valid: true, key: 'mchKey' });
    },
  );

  test.each(spellingsOf(5))('trigger completes its scenarios at a gateway with %s', async (_name, way) => {
    spelling.ways = way;
    for (const scenario of ['payin.underpaid', 'payout.success', 'link.success']) {
      const { code, stdout } = await inProcess(['trigger', scenario, '--json'], env);
      const steps = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect({ scenario, code, last: steps.at(-1) }).toMatchObject({ scenario, code: 0, last: { ok: true } });
    }
  });

  test.each(spellingsOf(6))(
    'the command prints the same error for a rejection from a gateway with %s',
    async (_name, way) => {
      spelling.ways = way;
      const args = [
        'payout',
        'create',
        '--mch-order-no',
        `X-${run}`,
        '--amount',
        '100.00',
        '--upi-id',
        'asha@ok',
      ];
      const { code, stderr } = await inProcess([...args, '--json'], env);
      expect({ exit: code, ...JSON.parse(stderr) }).toMatchObject({
        exit: 1,
        error: 'amount_range',
        outcome: 'rejected',
      });
    },
  );
}
