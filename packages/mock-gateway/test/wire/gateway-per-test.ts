import { afterEach, beforeEach } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/gateway.ts';
import { Caller, type Send } from '../client.ts';

/** A gateway, with its URL or its function. */
export interface Reached {
  readonly gateway: MockGateway;
  readonly send: Send;
  close(): Promise<void>;
}

export type Open = (options: GatewayOptions) => Promise<Reached>;

/** Initial instant of every test. Only the test moves the clock. */
export const start = '2026-11-20T15:04:05+05:30';

export interface Site {
  readonly gateway: MockGateway;
  readonly send: Send;
  readonly caller: Caller;
}

/** Opens a gateway for each test of the block, with a clock frozen at `start`. */
export function gatewayPerTest(open: Open, options: GatewayOptions = {}): Site {
  let reached: Reached | undefined;
  let caller: Caller | undefined;
  beforeEach(async () => {
    reached = await open({ clock: { now: start, mode: 'frozen' }, ...options });
    caller = new Caller(reached.send, reached.gateway.merchant);
  });
  afterEach(() => reached?.close());
  return {
    get gateway() {
      return inTest(reached).gateway;
    },
    get send() {
      return inTest(reached).send;
    },
    get caller() {
      return inTest(caller);
    },
  };
}

function inTest<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is a gateway in tests only');
  return value;
}

/** Adds a merchant with the demo merchant's defaults. */
export async function anotherMerchant(
  { gateway, send }: Site,
  fields: Parameters<MockGateway['createMerchant']>[0] = {},
): Promise<Caller> {
  return new Caller(send, await gateway.createMerchant({ balance: '100000.00', ...fields }));
}
