import type { ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText, flat, listText } from '../../mock/control-text.ts';
import { addMerchantOptions, merchantFields, merchantOf } from '../../mock/merchant-options.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';

const columns = [
  'mchId',
  'callbackUrl',
  'callbackFormat',
  'ipAllowList',
  'inrEnabled',
  'usdtEnabled',
  'suspended',
] as const;
const keysNote = 'note: use --json to show the keys';

/** Registers the merchant commands. Only `--json` prints keys, because a program can need them. */
export function registerMerchants(parent: Command): void {
  const command = parent.command('merchants').description('manage the merchants of the mock gateway');
  registerMerchantList(command.command('list', { isDefault: true }));
  registerGet(command.command('get'));
  registerCreate(command.command('create'));
  registerUpdate(command.command('update'));
}

function registerMerchantList(command: Command): void {
  command
    .description('list all merchants')
    .addHelpText('after', '\nExample:\n  $ inrgate mock merchants list');
  onCall(command, async (session) => {
    const page = { items: await session.control().items('/merchants'), nextCursor: null };
    const rows = page.items.map((merchant) => ({ ...merchant, ipAllowList: flat(merchant)['ipAllowList'] }));
    session.output.data(page, () => listText('Merchants', rows, columns));
  });
}

function registerGet(command: Command): void {
  command
    .description('show a merchant')
    .argument('[mchId]', 'Merchant ID (default: the current merchant)')
    .addHelpText('after', '\nExample:\n  $ inrgate mock merchants get DEMO1001');
  onCall(command, async (session, _options, [named]) => {
    show(session, await session.control().get('/merchants/:id', { id: merchantOf(session, named) }));
  });
}

function registerCreate(command: Command): void {
  addMerchantOptions(command)
    .description('create a merchant; the gateway generates the keys and all omitted values')
    .option('--balance <amount>', 'opening balance of the wallet')
    .addHelpText(
      'after',
      `
Examples:
  $ inrgate mock merchants create --json
  $ inrgate mock merchants create --mch-id SHOP2 --balance 2500.00 --callback-url http://127.0.0.1:3000/callbacks`,
    );
  onCall<{ readonly mchId?: string }>(command, async (session, { mchId }) => {
    const merchant = await session
      .control()
      .post('/merchants', { body: { mchId, ...merchantFields(command.opts()) } });
    show(session, merchant);
    session.output.note(keysNote);
  });
}

function registerUpdate(command: Command): void {
  addMerchantOptions(command)
    .description('change a merchant')
    .argument('[mchId]', 'Merchant ID (default: the current merchant)')
    .addHelpText(
      'after',
      `
Examples:
  $ inrgate mock merchants update --callback-url http://127.0.0.1:3000/callbacks
  $ inrgate mock merchants update SHOP2 --ip-allow-list none --payout-daily 500000.00`,
    );
  onCall(command, async (session, _options, [named]) => {
    const patch = merchantFields(command.opts());
    if (Object.keys(patch).length === 0)
      throw new UsageError('the new setting is missing. Add at least one option');
    const id = merchantOf(session, named);
    show(session, await session.control().patch('/merchants/:id', { id, body: patch }));
  });
}

function show({ output }: Session, merchant: ControlResponse<'Merchant'>): void {
  const { mchKey: _, mchSecret: __, ...shown } = merchant;
  output.data(merchant, () => answerText('Merchant', shown));
}
