import type { Command } from 'commander';
import { type ControlApi, ControlError } from '../control-api.ts';
import { bold, fields, orderText } from '../output.ts';
import { onCall } from '../session.ts';

/** A move of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly summary: string;
  /** Where the order may be; asked in this order. */
  readonly collections: readonly ('payins' | 'links' | 'payouts')[];
  /** Flags and what they mean; each is a field of the request's body. */
  readonly options: readonly (readonly [flags: string, description: string])[];
}

const message = ['--message <text>', 'reason, told in the callback'] as const;

const moves: readonly Move[] = [
  {
    name: 'pay',
    summary: 'the customer pays',
    collections: ['payins', 'links'],
    options: [
      ['--paid-amount <amount>', 'amount actually paid, if not the order amount'],
      ['--utr <text>', 'bank reference'],
    ],
  },
  { name: 'fail', summary: "the customer's payment fails", collections: ['payins', 'links'], options: [] },
  { name: 'approve', summary: 'the operator approves a withdrawal', collections: ['payouts'], options: [] },
  {
    name: 'complete',
    summary: 'the transfer of an approved withdrawal is completed',
    collections: ['payouts'],
    options: [['--txid <text>', 'transfer reference']],
  },
  {
    name: 'reject',
    summary: 'the operator rejects a withdrawal',
    collections: ['payouts'],
    options: [message],
  },
  { name: 'cancel', summary: 'a withdrawal is cancelled', collections: ['payouts'], options: [message] },
];

const titles = { payins: 'Pay-in', links: 'Link', payouts: 'Withdrawal' } as const;

/** `inrgate mock …`: what customers, operators and time do to the mock gateway's orders. */
export function register(command: Command): void {
  for (const move of moves) registerMove(command.command(move.name), move);
  registerAdvance(command.command('advance'));
}

function registerMove(command: Command, { name, summary, collections, options }: Move): void {
  const orderNo = collections.includes('payouts') ? 'WD2026112015040500000001' : 'PI2026112015040500000001';
  command.description(summary).argument('<orderNo>', "the service's order number, or a link code");
  for (const [flags, description] of options) command.option(flags, description);
  command.addHelpText('after', `\nExample:\n  $ inrgate mock ${name} ${orderNo}`);
  onCall(command, async (session, _options, [order = '']) => {
    const attempts = collections.map((collection) => ({
      collection,
      path: `/${collection}/${encodeURIComponent(order)}/${name}`,
    }));
    const { collection, moved } = await firstFound(session.control(), attempts, command.opts());
    session.output.data(moved, () => orderText(titles[collection], moved));
  });
}

async function firstFound<C>(
  control: ControlApi,
  [attempt, ...others]: readonly { readonly collection: C; readonly path: string }[],
  body: object,
): Promise<{ collection: C; moved: Record<string, unknown> }> {
  if (attempt === undefined)
    throw new ControlError('there is no such order', { status: 404, code: 'not_found' });
  try {
    return { collection: attempt.collection, moved: await control.post(attempt.path, body) };
  } catch (error) {
    const elsewhere = error instanceof ControlError && error.status === 404 && others.length > 0;
    if (!elsewhere) throw error;
    return firstFound(control, others, body);
  }
}

function registerAdvance(command: Command): void {
  command
    .description('move the clock forward: expiries and retries happen on the way')
    .argument('<duration>', 'such as 90s, 31m, 6h, 1d or 1h30m')
    .addHelpText('after', '\nExample:\n  $ inrgate mock advance 31m');
  onCall(command, async (session, _options, [by = '']) => {
    const clock = await session.control().post('/clock/advance', { by });
    session.output.data(clock, () => `${bold('Clock')}\n${fields(clock)}`);
  });
}
