import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import type { Store } from '../../src/store/store.ts';
import { type Answer, Caller, type Keys, type Params } from '../client.ts';

/** Initial instant of every scenario, with a frozen clock. */
export const start = '2026-11-20T15:04:05+05:30';

/** Opens a gateway, with a changed store if requested. */
export type Opens = (options: GatewayOptions, change?: (store: Store) => Store) => Promise<MockGateway>;

let others: Opens | null = null;

/** Sets the function that opens the gateways of later scenarios. Null opens single gateways. */
export function openGatewaysWith(opens: Opens | null): void {
  others = opens;
}

/** The function of `openGatewaysWith`, if set. */
export function otherGateways(): Opens | null {
  return others;
}

/** Opens a gateway for the test, by default with a clock frozen at `start`. Closes it after the test. */
export async function openGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await (others ?? createMockGateway)({ clock: { now: start, mode: 'frozen' }, ...options });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Opens a gateway that listens on a free port. */
export async function listenGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await openGateway(options);
  await gateway.listen();
  return gateway;
}

/** Opens a gateway on an earlier gateway's file, with its clock. */
export function reopenGateway(db: string, options: GatewayOptions = {}): Promise<MockGateway> {
  return openGateway({ db, clock: undefined, ...options });
}

/** A file that is deleted after the test. */
export function temporaryFile(name = 'gateway.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-scenario-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** A merchant's server that calls in process. */
export function callerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => gateway.fetch(gateway.url + path, init), keys);
}

/** A merchant's server that calls over the gateway's socket. */
export function socketCallerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => fetch(gateway.url + path, init), keys);
}

/** Waits for `count` events. Events of another gateway arrive at its next poll at the latest. */
export async function came(told: readonly unknown[], count: number): Promise<void> {
  await vi.waitUntil(() => told.length >= count, { timeout: 15_000 });
}

/** Gateway order number of a new order. */
export function orderNoOf({ status, data, text }: Answer): string {
  if (status !== 200) throw new Error(`the order was refused: ${status} ${text}`);
  return String(data['orderNo'] ?? data['link_code']);
}

/** Creates orders with unique order numbers, and returns their gateway order numbers. */
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

/** The instant `ms` after `start`, in the gateway's format. */
export function afterStart(ms: number): string {
  return ist(Date.parse(start) + ms);
}

/** ISO-8601 with +05:30, computed without the tested code. */
function ist(epochMs: number): string {
  return `${new Date(epochMs + 19_800_000).toISOString().slice(0, 19)}+05:30`;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
