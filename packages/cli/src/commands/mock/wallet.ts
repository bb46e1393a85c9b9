import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText, attemptsText, listText } from '../../mock/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { merchantOf } from '../../mock/merchant-options.ts';
import { bold, printable } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

type Ledger = ControlResponse<'Ledger'>;

const whose = ['[mchId]', 'Merchant ID (default: the current merchant)'] as const;

export function registerWallet(parent: Command): void {
  registerWalletCall(parent.command('wallet'));
  registerCredit(parent.command('credit'));
  registerLedger(parent.command('ledger'));
  registerTestCallback(parent.command('test-callback'));
  registerNotifications(parent.command('notifications'));
}

function registerWalletCall(command: Command): void {
  command
    .description('show the wallet of a merchant, without a signed request')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock wallet DEMO1001');
  onCall(command, async (session, _options, [named]) => {
    const wallet = await session.control().get('/merchants/:id/wallet', { id: merchantOf(session, named) });
    session.output.data(wallet, () => answerText('Wallet', wallet));
  });
}

function registerCredit(command: Command): void {
  command
    .description('top up a wallet as the operator')
    .argument('<amount>', 'amount in INR with two decimals, for example 1000.00')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock credit 1000.00');
  onCall(command, async (session, _options, [amount = '', named]) => {
    const id = merchantOf(session, named);
    const wallet = await session.control().post('/merchants/:id/credit', { id, body: { amount } });
    session.output.data(wallet, () => answerText('Wallet', wallet));
  });
}

function registerLedger(command: Command): void {
  command
    .description("show a merchant's double-entry ledger; with --check, verify every balance")
    .argument(...whose)
    .option('--check', 'recompute every balance of the gateway from the ledger entries')
    .addHelpText('after', '\nExamples:\n  $ inrgate mock ledger\n  $ inrgate mock ledger --check --json');
  onCall<{ readonly check?: true }>(command, async (session, { check }, [named]) => {
    const control = session.control();
    if (check) {
      const checked = await control.get('/ledger/check');
      session.output.data(checked, () => answerText('Ledger', checked));
      return;
    }
    const ledger = await wholeLedger(control, merchantOf(session, named));
    session.output.data(ledger, () => ledgerText(ledger));
  });
}

/** Reads all pages of a ledger and joins them. */
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

function registerTestCallback(command: Command): void {
  command
    .description(
      'send the test callback as JSON and as a form, and save the format that the endpoint accepts',
    )
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock test-callback');
  onCall(command, async (session, _options, [named]) => {
    const id = merchantOf(session, named);
    const tested = await session.control().post('/merchants/:id/test-callback', { id });
    session.output.data(tested, () => testedText(tested));
  });
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

function registerNotifications(command: Command): void {
  command
    .description('list failed deliveries and callbacks without a URL')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock notifications');
  registerList(command, {
    title: 'Notifications',
    path: '/merchants/:id/notifications',
    id: merchantOf,
    columns: ['at', 'kind', 'orderNo', 'message'],
  });
}
