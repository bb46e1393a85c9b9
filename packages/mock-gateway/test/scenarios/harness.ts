import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import { type Answer, Caller, type Keys, type Params } from '../client.ts';

/** Initial instant of every scenario. The clock is frozen at this instant. */
export const start = '2026-11-20T15:04:05+05:30';

/** Opens a gateway for the test, and closes it after the test. By default, the clock is frozen at `start`. */
export async function openGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await createMockGateway({ clock: { now: start, mode: 'frozen' }, ...options });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Opens a gateway for the test, on a free port. */
export async function listenGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await openGateway(options);
  await gateway.listen();
  return gateway;
}

/** Opens a gateway on the file of an earlier gateway, with its stored clock. */
export function reopenGateway(db: string, options: GatewayOptions = {}): Promise<MockGateway> {
  return openGateway({ db, clock: undefined, ...options });
}

/** Returns the path of a file, and deletes the file after the test. */
export function temporaryFile(name = 'gateway.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-scenario-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Creates a caller that signs as a merchant and calls the gateway in process. */
export function callerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => gateway.fetch(gateway.url + path, init), keys);
}

/** Creates a caller that signs as a merchant and calls the gateway over its socket. */
export function socketCallerOf(gateway: MockGateway, keys: Keys = gateway.merchant): Caller {
  return new Caller((path, init) => fetch(gateway.url + path, init), keys);
}

/** Waits for `count` events. */
export async function came(told: readonly unknown[], count: number): Promise<void> {
  await vi.waitUntil(() => told.length >= count, { timeout: 15_000 });
}

/** Returns the gateway order number of a new order. */
export function orderNoOf({ status, data, text }: Answer): string {
  if (status !== 200) throw new Error(`the order was refused: ${status} ${text}`);
  return String(data['orderNo'] ?? data['link_code']);
}

/** Creates orders with unique order numbers. Returns their gateway order numbers. */
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

/** Formats the instant `ms` after `start` as the gateway does. */
export function afterStart(ms: number): string {
  return ist(Date.parse(start) + ms);
}

/** Formats an instant as ISO 8601 with +05:30. Computed without the tested code. */
function ist(epochMs: number): string {
  return `${new Date(epochMs + 19_800_000).toISOString().slice(0, 19)}+05:30`;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
