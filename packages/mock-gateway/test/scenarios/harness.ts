import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import type { Store } from '../../src/store/store.ts';
import { type Answer, Caller, type Keys, type Params } from '../client.ts';

/** The instant at which every scenario begins, the clock standing still. */
export const start = '2026-11-20T15:04:05+05:30';

/** Opens a gateway, its store as the test has it. */
export type Opens = (options: GatewayOptions, change?: (store: Store) => Store) => Promise<MockGateway>;

let others: Opens | null = null;

/** From now on these open the gateways of scenarios; null for single gateways. */
export function openGatewaysWith(opens: Opens | null): void {
  others = opens;
}

/** Those, if any. */
export function otherGateways(): Opens | null {
  return others;
}

/** A gateway of the test's own. By default its clock is frozen at `start`. It is closed after the test. */
export async function openGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await (others ?? createMockGateway)({ clock: { now: start, mode: 'frozen' }, ...options });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** The same over a real socket on a free port. */
export async function listenGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await openGateway(options);
  await gateway.listen();
  return gateway;
}

/** A gateway on the file of an earlier one, with the clock that the file has. */
export function reopenGateway(db: string, options: GatewayOptions = {}): Promise<MockGateway> {
  return openGateway({ db, clock: undefined, ...options });
}

/** A file of the test's own, gone after it. */
export function temporaryFile(name = 'gateway.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-scenario-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** A merchant's server, calling in process. */
export function callerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => gateway.fetch(gateway.url + path, init), keys);
}

/** A merchant's server, calling over the socket that the gateway listens on. */
export function socketCallerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => fetch(gateway.url + path, init), keys);
}

/** Waits for this number of events. Events of another gateway arrive later, at the latest with its next look. */
export async function came(told: readonly unknown[], count: number): Promise<void> {
  await vi.waitUntil(() => told.length >= count, { timeout: 15_000 });
}

/** The service's number of the order that was just created. */
export function orderNoOf({ status, data, text }: Answer): string {
  if (status !== 200) throw new Error(`the order was refused: ${status} ${text}`);
  return String(data['orderNo'] ?? data['link_code']);
}

/** Creates orders with numbers of their own and returns the gateway order number. */
export class Orders {
  readonly #caller: Caller;
  #made = 0;

  constructor(gateway: MockGateway, keys: Keys = gateway.merchant) {
    this.#caller = callerOf(gateway, keys);
  }

  async payin(params: Params = {}): Promise<string> {
    return orderNoOf(await this.#caller.payin({ mchOrderNo: this.#number('P'), ...params }));
  }

  async payout(params: Params = {}): Promise<string> {
    return orderNoOf(await this.#caller.payout({ mchOrderNo: this.#number('W'), ...params }));
  }

  async link(params: Params = {}): Promise<string> {
    return orderNoOf(
      await this.#caller.createLink({ client_ref: this.#number('L'), amount: '500.00', ...params }),
    );
  }

  #number(letter: string): string {
    this.#made += 1;
    return `${letter}-${this.#made}`;
  }
}

/** The instant that many milliseconds after `start`, as the gateway writes it. */
export function afterStart(ms: number): string {
  return ist(Date.parse(start) + ms);
}

/** ISO-8601 with +05:30, worked out apart from the code that is tested. */
function ist(epochMs: number): string {
  return `${new Date(epochMs + 19_800_000).toISOString().slice(0, 19)}+05:30`;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
