import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WaitingCalls } from '../batch/waiting-calls.ts';
import { Journal } from './journal.ts';
import { planFor, refuseRenumbered } from './plan.ts';
import type { PayoutRow } from './rows.ts';
import { sendAll } from './run.ts';

/**
 * Course of an attempt. `late`: the gateway processes the request after the client has given up. `lost`: the gateway
 * never processes the request. `refused`: the gateway returns 422 before it checks the order number.
 */
const fates = ['answered', 'refused', 'late', 'lost'] as const;
type Fate = (typeof fates)[number];
/** Time at which the gateway processes a late request. */
const landings = ['before the query', 'after the run', 'at the end'] as const;
type Landing = (typeof landings)[number];

/** The attempts of one run. A retry follows only an attempt that received no response. */
const runs: readonly (readonly Fate[])[] = fates.flatMap((first) =>
  first === 'late' || first === 'lost' ? fates.map((second) => [first, second]) : [[first]],
);

const balance = '100000000.00';
let gateway: MockGateway;
beforeAll(async () => {
  gateway = await createMockGateway({
    merchants: [
      {
        mchId: 'SHOP1',
        mchKey: 'key-of-shop-1',
        mchSecret: 'secret-of-shop-1',
        ipAllowList: ['127.0.0.1'],
        balance,
        limits: { payoutDaily: balance },
      },
    ],
    settings: { rateLimitPerMinute: null },
  });
});
afterAll(() => gateway.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-late-'));
  // Makes the random backoff zero.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Gateway behind a network that the test controls per attempt. */
class LateGateway {
  readonly #pending: Request[] = [];
  readonly #landing: Landing;
  readonly made: Fate[] = [];
  next: readonly Fate[] = [];

  constructor(landing: Landing) {
    this.#landing = landing;
  }

  get client(): GatewayClient {
    const { baseUrl, merchant } = gateway;
    return new GatewayClient({
      baseUrl,
      ...merchant,
      maxRetries: 1,
      fetch: (request) => this.#fetch(request),
    });
  }

  async land(): Promise<void> {
    for (const request of this.#pending.splice(0)) await gateway.fetch(request);
  }

  async #fetch(request: Request): Promise<Response> {
    if (!request.url.endsWith('/payout')) {
      if (this.#landing === 'before the query') await this.land();
      return gateway.fetch(request);
    }
    const [fate = 'answered', ...rest] = this.next;
    this.next = rest;
    this.made.push(fate);
    if (fate === 'answered') return gateway.fetch(request);
    if (fate === 'refused') {
      const refusal = { code: 422, success: false, message: 'No.', error: 'upi_invalid' };
      return Response.json(refusal, { status: 422 });
    }
    if (fate === 'late') this.#pending.push(request.clone() as Request);
    return new Response('Gateway Timeout', { status: 504 });
  }
}

let serial = 0;

function row(mchOrderNo: string, payee: number): PayoutRow {
  const params = { mchOrderNo, amount: '500.00', upiId: `payee${payee}@okbank` };
  return { line: 2, mchOrderNo, amount: 50_000n, payType: 'upi', params, values: params };
}

const never = new AbortController().signal;
const calls = new WaitingCalls(async () => {}, never);

/** Number of payouts with these order numbers at the gateway. */
async function paid(...numbers: readonly string[]): Promise<number> {
  const lists = await Promise.all(numbers.map((mchOrderNo) => gateway.payouts.list({ mchOrderNo })));
  return lists.flatMap(({ items }) => items).length;
}

/** Combines all landings with each pair of runs, or only one landing with each pair. */
function storiesOf(size: 'small' | 'full') {
  return runs.flatMap((first, at) =>
    runs.flatMap((second, next) => {
      // Without a late attempt, nothing lands, so one landing is enough.
      const hasLanding = [...first, ...second].includes('late');
      const all = size === 'full' && hasLanding;
      const used = landings.filter((_, index) => all || index === (hasLanding ? (at + next) % 3 : 0));
      return used.map((landing) => ({ first, second, landing }));
    }),
  );
}

export function lateGatewayContract(size: 'small' | 'full'): void {
  const stories = storiesOf(size);
  test.each(runs.map((first) => ({ name: first.join(', then '), first })))(
    'an import after $name pays a row at most once, and records a rejection only if every attempt was rejected',
    async ({ first }) => {
      for (const { second, landing } of stories.filter((story) => story.first === first)) {
        serial += 1;
        const [old, renumbered] = [row(`W-${serial}`, serial), row(`X-${serial}`, serial)];
        const journal = await Journal.open(path.join(folder, `${serial}.journal`), {
          baseUrl: gateway.baseUrl,
          mchId: gateway.merchant.mchId,
        });
        const network = new LateGateway(landing);
        const around = {
          journal,
          calls,
          stop: never,
          abort: never,
          stopOnError: false,
          acceptExisting: false,
        };
        const send = async (one: PayoutRow, next: readonly Fate[]) => {
          network.next = next;
          const { left } = planFor('a.csv', [one], journal, false);
          await sendAll(left, { ...around, client: network.client, onRow: () => {} });
        };
        for (const attempts of [first, second]) {
          await send(old, attempts);
          const event = journal.states.get(old.mchOrderNo)?.answer?.event;
          const story = JSON.stringify({ first, second, landing, made: network.made, event });
          if (event === 'refused')
            expect(
              network.made.every((fate) => fate === 'refused'),
              story,
            ).toBe(true);
          if (event === 'not_sent' || event === 'duplicate') expect.fail(story);
          if (landing === 'after the run') await network.land();
        }
        const story = JSON.stringify({ first, second, landing });
        const isRejected = journal.states.get(old.mchOrderNo)?.answer?.event === 'refused';
        const renumber = async () => {
          refuseRenumbered('a.csv', planFor('a.csv', [renumbered], journal, false), journal);
          await send(renumbered, ['answered']);
        };
        if (isRejected) await renumber();
        else await expect(renumber(), story).rejects.toThrow(/is missing from the file/);
        // Finally, the import pays the unchanged row.
        if (!isRejected) await send(old, ['answered']);
        await network.land();
        expect(await paid(old.mchOrderNo, renumbered.mchOrderNo), story).toBe(1);
        await journal.close();
      }
    },
  );
}
