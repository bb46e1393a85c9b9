import type { Command } from 'commander';
import { type ControlAnswer, type ControlApi, segment } from '../../control/control-api.ts';
import { answerText, attemptsText, listText } from '../../control/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { merchantOf } from '../../mock/merchant-options.ts';
import { bold, printable } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

const whose = ['[mchId]', 'whose; the one that calls are made as when left out'] as const;

/** What a merchant has at the gateway: its wallet, its journal, its notifications, its endpoint. */
export function registerWallet(parent: Command): void {
  registerWalletCall(parent.command('wallet'));
  registerCredit(parent.command('credit'));
  registerLedger(parent.command('ledger'));
  registerTestCallback(parent.command('test-callback'));
  registerNotifications(parent.command('notifications'));
}

function registerWalletCall(command: Command): void {
  command
    .description("a merchant's wallet, without a signed call")
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock wallet DEMO1001');
  onCall(command, async (session, _options, [named]) => {
    const wallet = await session.control().get(`/merchants/${segment(merchantOf(session, named))}/wallet`);
    session.output.data(wallet, () => answerText('Wallet', wallet));
  });
}

function registerCredit(command: Command): void {
  command
    .description("an operator's top-up of a wallet")
    .argument('<amount>', 'INR with two decimals, such as 1000.00')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock credit 1000.00');
  onCall(command, async (session, _options, [amount = '', named]) => {
    const path = `/merchants/${segment(merchantOf(session, named))}/credit`;
    const wallet = await session.control().post(path, { amount });
    session.output.data(wallet, () => answerText('Wallet', wallet));
  });
}

function registerLedger(command: Command): void {
  command
    .description("a merchant's double-entry journal; with --check, whether all the books balance")
    .argument(...whose)
    .option('--check', 'recompute every balance of the gateway from the journal')
    .addHelpText('after', '\nExamples:\n  $ inrgate mock ledger\n  $ inrgate mock ledger --check --json');
  onCall<{ readonly check?: true }>(command, async (session, { check }, [named]) => {
    const path = check ? '/ledger/check' : `/merchants/${segment(merchantOf(session, named))}/ledger`;
    const ledger = check ? await session.control().get(path) : await wholeLedger(session.control(), path);
    session.output.data(ledger, () => (check ? answerText('Books', ledger) : ledgerText(ledger)));
  });
}

/** All pages of a journal as one. */
async function wholeLedger(control: ControlApi, path: string): Promise<ControlAnswer> {
  let page = await control.get(path);
  const entries = [...listOf(page['entries'])];
  while (typeof page['nextCursor'] === 'string') {
    page = await control.get(path, { cursor: page['nextCursor'] });
    entries.push(...listOf(page['entries']));
  }
  return { ...page, entries };
}

function ledgerText({ accounts, entries }: ControlAnswer): string {
  const balances = listText('Accounts', listOf(accounts), ['account', 'balance']);
  const columns = ['transactionId', 'at', 'kind', 'orderNo', 'account', 'amount'];
  return `${balances}\n${listText('Entries', listOf(entries), columns)}`;
}

function registerTestCallback(command: Command): void {
  command
    .description('the panel\'s "Test endpoint": a callback as JSON, one as a form, and which is accepted')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock test-callback');
  onCall(command, async (session, _options, [named]) => {
    const path = `/merchants/${segment(merchantOf(session, named))}/test-callback`;
    const tested = await session.control().post(path);
    session.output.data(tested, () => testedText(tested));
  });
}

function testedText({ json, form, acceptedFormat, advice }: ControlAnswer): string {
  const verdict = acceptedFormat === null ? 'neither: the format stays as it is' : String(acceptedFormat);
  return [
    `${bold('JSON')}\n${attemptsText([json])}`,
    `${bold('Form')}\n${attemptsText([form])}`,
    `${bold('Accepted')}\n  ${verdict}`,
    ...(typeof advice === 'string' ? [`${bold('Look at')}\n  ${printable(advice)}`] : []),
  ].join('\n');
}

function registerNotifications(command: Command): void {
  command
    .description('deliveries given up, and callbacks without an address')
    .argument(...whose)
    .addHelpText('after', '\nExample:\n  $ inrgate mock notifications');
  registerList(command, {
    title: 'Notifications',
    path: (session, named) => `/merchants/${segment(merchantOf(session, named))}/notifications`,
    columns: ['at', 'kind', 'orderNo', 'message'],
  });
}

function listOf(value: unknown): readonly ControlAnswer[] {
  return Array.isArray(value) ? value : [];
}
