import type { CallOptions, GatewayClient, OrderQuery, Payin, Payout, WaitOptions } from '@inrgate/sdk';
import type { KeyName, PayinStatus, PayoutStatus } from '@inrgate/sdk/internal';
import { v3Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { addFieldOptions, pickFields } from '../input/field-options.ts';
import { orderText } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import { onCall } from '../session/session.ts';

/** Kind of order that `get` and `wait` query. */
export interface OrderKind {
  readonly name: 'payin' | 'payout';
  readonly title: string;
  readonly noun: string;
  readonly final: readonly (PayinStatus | PayoutStatus)[];
  readonly key: KeyName;
  readonly orders: (client: GatewayClient) => OrderReader;
  readonly example: { readonly mchOrderNo: string; readonly orderNo: string };
}

interface OrderReader {
  retrieve(query: OrderQuery, options: CallOptions): Promise<Payin | Payout>;
  waitForFinal(query: OrderQuery, options: WaitOptions): Promise<Payin | Payout>;
}

export type QueryOptions = Partial<Record<'mchOrderNo' | 'orderNo', string>>;

export const payins: OrderKind = {
  name: 'payin',
  title: 'Pay-in',
  noun: 'pay-in',
  final: ['success', 'failed', 'expired'],
  key: 'mchKey',
  orders: (client) => client.payins,
  example: { mchOrderNo: 'ORDER-1', orderNo: 'PI2026112015040500000001' },
};

export const payouts: OrderKind = {
  name: 'payout',
  title: 'Payout',
  noun: 'payout',
  final: ['success', 'failed'],
  key: 'mchSecret',
  orders: (client) => client.payouts,
  example: { mchOrderNo: 'W-1', orderNo: 'WD2026112015040500000001' },
};

const { fields } = v3Requests['check-order-status'];

/** Adds the options that identify an order. */
export function addQueryOptions(command: Command): Command {
  return addFieldOptions(command, fields);
}

/** @throws {UsageError} if both order numbers are missing */
export function pickQuery(options: QueryOptions): OrderQuery {
  if (options.mchOrderNo === undefined && options.orderNo === undefined) {
    throw new UsageError('the order number is missing. Use --mch-order-no or --order-no');
  }
  return pickFields(options, fields) as OrderQuery;
}

/** Registers `get`, which queries an order once. */
export function registerGet(command: Command, { name, title, noun, key, orders, example }: OrderKind): void {
  addQueryOptions(command.description(`query a ${noun}`)).addHelpText(
    'after',
    `
Examples:
  $ inrgate ${name} get --mch-order-no ${example.mchOrderNo}
  $ inrgate ${name} get --order-no ${example.orderNo} --json | jq -r .status`,
  );
  onCall<QueryOptions>(command, async (session, options) => {
    const query = pickQuery(options);
    const client = await session.client(key);
    const order = await orders(client).retrieve(query, { signal: session.signal });
    session.output.data(order, () => orderText(title, order));
  });
}
