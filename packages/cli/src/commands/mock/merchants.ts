import type { ControlClient, ControlRequest, ControlResponse } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { flagOf } from '../../input/field-options.ts';
import { orNone, readBoolean } from '../../input/value-readers.ts';
import { answerText, attemptsText, flat, listText } from '../../mock/control-text.ts';
import { bold, printable } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';
import { changed, describe, registerControl, registerList } from './command.ts';

const whose = ['[mchId]', 'Merchant ID (default: the current merchant)'] as const;

function merchantOf(session: Session, named: string | undefined): string {
  const mchId = named ?? session.settings.mchId;
  if (mchId === undefined)
    throw new UsageError('the merchant is missing. Add the Merchant ID, or use --mch-id');
  return mchId;
}

/** Registers the merchant commands. Only `--json` prints keys, because a program can need them. */
export function registerMerchants(parent: Command): void {
  const command = parent.command('merchants').description('manage the merchants of the mock gateway');
  registerControl(command.command('list', { isDefault: true }), {
    description: 'list all merchants',
    examples: ['merchants list'],
    call: async (session) => ({ items: await session.control().items('/merchants'), nextCursor: null }),
    text: ({ items }) => {
      const rows = items.map((merchant) => ({ ...merchant, ipAllowList: flat(merchant)['ipAllowList'] }));
      return listText('Merchants', rows, [
        ...(['mchId', 'callbackUrl', 'callbackFormat', 'ipAllowList'] as const),
        ...(['inrEnabled', 'usdtEnabled', 'suspended'] as const),
      ]);
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
      const body = changed(merchantFields(update.opts()));
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

const limits = {
  payinMin: 'pay-in minimum',
  payinMax: 'pay-in maximum',
  payoutMin: 'payout minimum',
  payoutMax: 'payout maximum',
  payoutDaily: 'daily payout limit',
} as const;

/** Keys are not options, because every process on the machine can read arguments. */
function addMerchantOptions(command: Command): Command {
  command
    .option('--callback-url <url>', 'callback URL, or none to remove the URL')
    .addOption(
      new Option('--callback-format <format>', 'format of callback bodies').choices(['json', 'form']),
    )
    .option(
      '--ip-allow-list <addresses>',
      'IP addresses and CIDR blocks, separated by commas, or none to remove the list',
      readList,
    )
    .option('--inr-enabled <boolean>', 'if true, allow orders in INR', readBoolean)
    .option('--usdt-enabled <boolean>', 'if true, allow orders in USDT', readBoolean)
    .option('--suspended <boolean>', 'if true, suspend the account', readBoolean);
  for (const [name, what] of Object.entries(limits)) command.option(`${flagOf(name)} <amount>`, what);
  return command;
}

function merchantFields(
  options: Readonly<Record<string, unknown>>,
): NonNullable<ControlRequest<'PATCH', '/merchants/:id'>['body']> {
  const { own = [], others = [] } = Object.groupBy(Object.entries(options), ([name]) =>
    Object.hasOwn(limits, name) ? 'own' : 'others',
  );
  return {
    ...Object.fromEntries(others.map(([name, value]) => [name, orNone(value)])),
    ...(own.length > 0 && { limits: Object.fromEntries(own) }),
  };
}

function readList(text: string): readonly string[] {
  if (text === 'none') return [];
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.includes(''))
    throw new InvalidArgumentError('The list contains an empty IP address. To remove the list, use none.');
  return addresses;
}

type Ledger = ControlResponse<'Ledger'>;

export function registerWallet(parent: Command): void {
  registerControl(parent.command('wallet').argument(...whose), {
    description: 'show the wallet of a merchant, without a signed request',
    examples: ['wallet DEMO1001'],
    call: (session, [named]) =>
      session.control().get('/merchants/:id/wallet', { id: merchantOf(session, named) }),
    text: 'Wallet',
  });
  const credit = parent
    .command('credit')
    .argument('<amount>', 'amount in INR with two decimals, for example 1000.00')
    .argument(...whose);
  registerControl(credit, {
    description: 'top up a wallet as the operator',
    examples: ['credit 1000.00'],
    call: async (session, [amount = '', named]) => {
      const id = merchantOf(session, named);
      return session.control().post('/merchants/:id/credit', { id, body: { amount } });
    },
    text: 'Wallet',
  });
  const ledger = parent
    .command('ledger')
    .argument(...whose)
    .option('--check', 'recompute every balance of the gateway from the ledger entries');
  registerControl<Ledger | ControlResponse<'LedgerCheck'>, { readonly check?: true }>(ledger, {
    description: "show a merchant's double-entry ledger; with --check, verify every balance",
    examples: ['ledger', 'ledger --check --json'],
    call: async (session, [named], { check }) => {
      const control = session.control();
      return check ? control.get('/ledger/check') : wholeLedger(control, merchantOf(session, named));
    },
    text: (answer) => ('nextCursor' in answer ? ledgerText(answer) : answerText('Ledger', answer)),
  });
  registerControl(parent.command('test-callback').argument(...whose), {
    description:
      'send the test callback as JSON and as a form, and save the format that the endpoint accepts',
    examples: ['test-callback'],
    call: async (session, [named]) =>
      session.control().post('/merchants/:id/test-callback', { id: merchantOf(session, named) }),
    text: testedText,
  });
  const notifications = describe(
    parent.command('notifications').argument(...whose),
    'list failed deliveries and callbacks without a URL',
    'notifications',
  );
  registerList(notifications, {
    title: 'Notifications',
    path: '/merchants/:id/notifications',
    id: merchantOf,
    columns: ['at', 'kind', 'orderNo', 'message'],
  });
}

async function wholeLedger(control: ControlClient, id: string): Promise<Ledger> {
  let page = await control.get('/merchants/:id/ledger', { id });
  const entries = [...page.entries];
  while (page.nextCursor !== null) {
    page = await control.get('/merchants/:id/ledger', { id, query: { cursor: page.nextCursor } });
    entries.push(...page.entries);
  }
  return { ...page, entries };
}

function ledgerText({ accounts, entries }: Ledger): string {
  const balances = listText('Accounts', accounts, ['account', 'balance']);
  const columns = ['transactionId', 'at', 'kind', 'orderNo', 'account', 'amount'] as const;
  return `${balances}\n${listText('Entries', entries, columns)}`;
}

function testedText({ json, form, acceptedFormat, advice }: ControlResponse<'TestedCallback'>): string {
  const verdict = acceptedFormat ?? 'none; the saved format stays unchanged';
  return [
    `${bold('JSON')}\n${attemptsText([json])}`,
    `${bold('Form')}\n${attemptsText([form])}`,
    `${bold('Accepted')}\n  ${verdict}`,
    ...(advice !== null ? [`${bold('Advice')}\n  ${printable(advice)}`] : []),
  ].join('\n');
}
