import type { GatewayClient } from '@inrgate/sdk';
import { v3Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { findOutBy } from '../failure.ts';
import { addFieldOptions, pickFields, shellWord } from '../field-options.ts';
import { orderText } from '../output.ts';
import { onCall } from '../session.ts';

type CreateFields = Parameters<GatewayClient['payins']['create']>[0];
type Query = Parameters<GatewayClient['payins']['retrieve']>[0];

/** `inrgate payin create|get`. */
export function register(command: Command): void {
  registerCreate(command.command('create').description('create a deposit order'));
  registerGet(command.command('get').description('query a deposit order'));
}

function registerCreate(command: Command): void {
  const { fields } = v3Requests.payin;
  addFieldOptions(command, fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin create --mch-order-no ORDER-2 --amount 500.00 --trade-type usdt --extra "blue shirt"`,
  );
  onCall<CreateFields>(command, async (session, options) => {
    const order = pickFields(options, fields);
    const client = await session.client();
    const query = `inrgate payin get --mch-order-no ${shellWord(order.mchOrderNo)}`;
    const payin = await client.payins.create(order).catch(findOutBy(query));
    session.output.data(payin, () => orderText('Pay-in', payin));
    if (payin.duplicate) session.output.note('note: this order existed already; it is shown as it is now');
    if (session.local && payin.status === 'pending') {
      session.output.note(
        `next: open the payUrl in a browser, or: inrgate mock pay ${shellWord(payin.orderNo)}`,
      );
    }
  });
}

function registerGet(command: Command): void {
  const { fields } = v3Requests['check-order-status'];
  addFieldOptions(command, fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate payin get --mch-order-no ORDER-1
  $ inrgate payin get --mch-order-no ORDER-1 --json | jq -r .status`,
  );
  onCall<Partial<Record<'mchOrderNo' | 'orderNo', string>>>(command, async (session, options) => {
    if (options.mchOrderNo === undefined && options.orderNo === undefined) {
      throw new UsageError('which order? Give --mch-order-no or --order-no');
    }
    const client = await session.client();
    const payin = await client.payins.retrieve(pickFields(options, fields) as Query);
    session.output.data(payin, () => orderText('Pay-in', payin));
  });
}
