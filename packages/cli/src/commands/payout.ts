import type { GatewayClient } from '@inrgate/sdk';
import { v3Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { findOutBy } from '../failure.ts';
import { addFieldOptions, pickFields, shellWord } from '../field-options.ts';
import { orderText } from '../output.ts';
import { onCall } from '../session.ts';

type CreateFields = Parameters<GatewayClient['payouts']['create']>[0];
type Query = Parameters<GatewayClient['payouts']['retrieve']>[0];

/** `inrgate payout create|get`. */
export function register(command: Command): void {
  registerCreate(command.command('create').description('create a withdrawal'));
  registerGet(command.command('get').description('query a withdrawal'));
}

function registerCreate(command: Command): void {
  const { fields } = v3Requests.payout;
  addFieldOptions(command, fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate payout create --mch-order-no W-1 --amount 1000.00 --upi-id asha@okhdfcbank
  $ inrgate payout create --mch-order-no W-2 --amount 1000.00 --bank-code "HDFC Bank" \\
      --account-name "Asha Rao" --account-number 001234567890 --ifsc HDFC0001234`,
  );
  onCall<CreateFields>(command, async (session, options) => {
    const order = pickFields(options, fields);
    const client = await session.client();
    const query = `inrgate payout get --mch-order-no ${shellWord(order.mchOrderNo)}`;
    const payout = await client.payouts.create(order).catch(findOutBy(query));
    session.output.data(payout, () => orderText('Withdrawal', payout));
    if (payout.duplicate)
      session.output.note('note: this withdrawal existed already; it is shown as it is now');
    if (session.local && payout.status === 'pending') {
      session.output.note(`next: inrgate mock approve ${shellWord(payout.orderNo)}`);
    }
  });
}

function registerGet(command: Command): void {
  const { fields } = v3Requests['check-order-status'];
  addFieldOptions(command, fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate payout get --mch-order-no W-1
  $ inrgate payout get --order-no WD2026112015040500000001 --json`,
  );
  onCall<Partial<Record<'mchOrderNo' | 'orderNo', string>>>(command, async (session, options) => {
    if (options.mchOrderNo === undefined && options.orderNo === undefined) {
      throw new UsageError('which withdrawal? Give --mch-order-no or --order-no');
    }
    const client = await session.client();
    const payout = await client.payouts.retrieve(pickFields(options, fields) as Query);
    session.output.data(payout, () => orderText('Withdrawal', payout));
  });
}
