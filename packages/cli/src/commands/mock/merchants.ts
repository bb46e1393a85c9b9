import type { ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText, flat, listText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';
import { describe, registerControl } from './control-command.ts';
import { addMerchantOptions, merchantFields, merchantOf, whose } from './merchant-options.ts';

const columns = [
  'mchId',
  'callbackUrl',
  'callbackFormat',
  'ipAllowList',
  'inrEnabled',
  'usdtEnabled',
  'suspended',
] as const;

/** Registers the merchant commands. Only `--json` prints keys, because a program can need them. */
export function registerMerchants(parent: Command): void {
  const command = parent.command('merchants').description('manage the merchants of the mock gateway');
  registerControl(command.command('list', { isDefault: true }), {
    description: 'list all merchants',
    examples: ['merchants list'],
    call: async (session) => ({ items: await session.control().items('/merchants'), nextCursor: null }),
    text: ({ items }) => {
      const rows = items.map((merchant) => ({ ...merchant, ipAllowList: flat(merchant)['ipAllowList'] }));
      return listText('Merchants', rows, columns);
    },
  });
  registerControl(command.command('get').argument(...whose), {
    description: 'show a merchant',
    examples: ['merchants get DEMO1001'],
    call: (session, [named]) => session.control().get('/merchants/:id', { id: merchantOf(session, named) }),
    text: merchantText,
  });
  registerCreate(command.command('create'));
  const update = addMerchantOptions(command.command('update')).argument(...whose);
  registerControl(update, {
    description: 'change a merchant',
    examples: [
      'merchants update --callback-url http://127.0.0.1:3000/callbacks',
      'merchants update SHOP2 --ip-allow-list none --payout-daily 500000.00',
    ],
    call: async (session, [named]) => {
      const body = merchantFields(update.opts());
      if (Object.keys(body).length === 0)
        throw new UsageError('the new setting is missing. Add at least one option');
      return session.control().patch('/merchants/:id', { id: merchantOf(session, named), body });
    },
    text: merchantText,
  });
}

function registerCreate(command: Command): void {
  describe(
    addMerchantOptions(command).option('--balance <amount>', 'opening balance of the wallet'),
    'create a merchant; the gateway generates the keys and all omitted values',
    'merchants create --json',
    'merchants create --mch-id SHOP2 --balance 2500.00 --callback-url http://127.0.0.1:3000/callbacks',
  );
  onCall<{ readonly mchId?: string }>(command, async (session, { mchId }) => {
    const body = { mchId, ...merchantFields(command.opts()) };
    const merchant = await session.control().post('/merchants', { body });
    session.output.data(merchant, () => merchantText(merchant));
    session.output.note('note: use --json to show the keys');
  });
}

function merchantText({ mchKey: _, mchSecret: __, ...shown }: ControlResponse<'Merchant'>): string {
  return answerText('Merchant', shown);
}
