import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText, attemptsText, listText } from '../../mock/control-text.ts';
import { bold, printable } from '../../output/output.ts';
import { describe, registerControl } from './control-command.ts';
import { registerList } from './list-command.ts';
import { merchantOf, whose } from './merchant-options.ts';

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
  registerLedger(parent.command('ledger'));
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

function registerLedger(command: Command): void {
  command
    .argument(...whose)
    .option('--check', 'recompute every balance of the gateway from the ledger entries');
  registerControl<Ledger | ControlResponse<'LedgerCheck'>, { readonly check?: true }>(command, {
    description: "show a merchant's double-entry ledger; with --check, verify every balance",
    examples: ['ledger', 'ledger --check --json'],
    call: async (session, [named], { check }) => {
      const control = session.control();
      return check ? control.get('/ledger/check') : wholeLedger(control, merchantOf(session, named));
    },
    text: (answer) => ('nextCursor' in answer ? ledgerText(answer) : answerText('Ledger', answer)),
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
