import type { PayoutCreateParams } from '@inrgate/sdk';
import { payType } from '@inrgate/sdk/internal';
import { banks, v3Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { completedWith } from '../../input/completed-with.ts';
import { addFieldOptions, pickFields } from '../../input/field-options.ts';
import { failing } from '../../output/call-failure.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

const { fields } = v3Requests.payout;

export function register(command: Command): void {
  addFieldOptions(command, fields, { payType: payType.options }).addHelpText(
    'after',
    `
Examples:
  $ inrgate payout create --mch-order-no W-1 --amount 1000.00 --upi-id asha@okhdfcbank
  $ inrgate payout create --mch-order-no W-2 --amount 1000.00 --bank-code "HDFC Bank" \\
      --account-name "Asha Rao" --account-number 001234567890 --ifsc HDFC0001234`,
  );
  for (const option of command.options) {
    if (option.attributeName() === 'bankCode') completedWith(option, () => banks);
  }
  onCall<PayoutCreateParams>(command, async (session, options) => {
    const order = pickFields(options, fields);
    const client = await session.client('mchSecret');
    const payout = await client.payouts.create(order, { signal: session.signal }).catch(
      failing({
        doubt:
          'The payout may exist. Retry only with the same order number. A new order number can pay the beneficiary twice.',
        findOut: session.commandLine('payout', 'get', '--mch-order-no', order.mchOrderNo),
      }),
    );
    session.output.data(payout, () => orderText('Payout', payout));
    if (payout.duplicate)
      session.output.note(
        'note: this payout already existed. The output shows the current state of the payout.',
      );
    if (session.local && payout.status === 'pending') {
      session.output.note(`next: ${session.commandLine('mock', 'approve', payout.orderNo)}`);
    }
  });
}
