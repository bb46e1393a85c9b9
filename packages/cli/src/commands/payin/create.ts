import type { PayinCreateParams } from '@inrgate/sdk';
import { tradeType } from '@inrgate/sdk/internal';
import { v3Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { addFieldOptions, pickFields } from '../../input/field-options.ts';
import { failing } from '../../output/call-failure.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

const { fields } = v3Requests.payin;

export function register(command: Command): void {
  addFieldOptions(command, fields, { tradeType: tradeType.options }).addHelpText(
    'after',
    `
Examples:
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin create --mch-order-no ORDER-2 --amount 500.00 --trade-type usdt --extra "blue shirt"`,
  );
  onCall<PayinCreateParams>(command, async (session, options) => {
    const order = pickFields(options, fields);
    const client = await session.client('mchKey');
    const payin = await client.payins.create(order, { signal: session.signal }).catch(
      failing({
        doubt: 'The order may exist. Retry only with the same order number.',
        findOut: session.commandLine('payin', 'get', '--mch-order-no', order.mchOrderNo),
      }),
    );
    session.output.data(payin, () => orderText('Pay-in', payin));
    if (payin.duplicate)
      session.output.note(
        'note: this order already existed. The output shows the current state of the order.',
      );
    if (session.local && payin.status === 'pending') {
      const pay = session.commandLine('mock', 'pay', payin.orderNo);
      session.output.note(`next: open the payUrl in a browser, or run ${pay}`);
    }
  });
}
