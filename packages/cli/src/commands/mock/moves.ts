import { type MoveName, orderMoves } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { anyOf } from '../../input/choices.ts';
import { flagOf } from '../../input/field-options.ts';
import { nounOf } from '../../mock/any-order.ts';
import { callbackText, flat } from '../../mock/control-text.ts';
import { orderText } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';
import type { GlobalOptions } from '../../session/settings.ts';
import { moveMany, payoutsIn } from './many-orders.ts';
import { noteMissingCallback } from './missing-callback.ts';

/** Options that are valid only for a single order. */
const ofOneOrder = ['utr', 'txid'] as const;

const whichOrder = 'order number, gateway order number or link code';

export function registerMoves(parent: Command): void {
  for (const name of Object.keys(orderMoves)) registerMove(parent.command(name), name as MoveName);
  registerResend(parent.command('resend'));
}

interface MoveOptions extends GlobalOptions {
  readonly all?: true;
}

/** Action of the customer or the operator: `POST /orders/<orderNo>/<name>` of the control API. */
function registerMove(command: Command, name: MoveName): void {
  const { of, from, fields, summary } = orderMoves[name];
  const isOfPayouts = of[0] === 'payout';
  const [first, second] = isOfPayouts ? ['WD1', 'WD2'] : ['ORDER-1', 'ORDER-2'];
  command
    .description(`${inLower(summary)}`)
    .argument(isOfPayouts ? '[orderNo...]' : '<orderNo...>', `one or more orders: ${whichOrder}`);
  for (const [field, description] of Object.entries(fields)) {
    command.option(`${flagOf(field)} <${/amount/i.test(field) ? 'amount' : 'text'}>`, inLower(description));
  }
  if (isOfPayouts) {
    command.option(
      '--all',
      `select all payouts in the state ${anyOf(from)}; use --mch-id to select the payouts of one merchant`,
    );
  }
  command.addHelpText('after', movesHelp(name, { first, second, all: isOfPayouts }));
  onCall<MoveOptions>(command, async (session, { mchId, all }, orders) => {
    const { all: _, ...body } = command.opts();
    checkNumber(command, { orders, all });
    const control = session.control();
    const moveOne = (id: string) => control.post(`/orders/:id/${name}`, { id, query: { mchId }, body });
    const [order] = orders;
    if (order !== undefined && orders.length === 1) {
      const moved = await moveOne(order);
      session.output.data(moved, () => orderText(nounOf(moved), flat(moved)));
      noteMissingCallback(session, [moved]);
      if (moved.callback.state === 'pending') {
        session.output.note(`note: the callback is on its way; see: ${session.commandLine('where', order)}`);
      }
      return;
    }
    const named = all ? await payoutsIn(control, from, mchId) : orders;
    await moveMany(session, { orders: named, moveOne });
  });
}

/** Converts a sentence to a phrase of the help. */
function inLower(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

interface HelpFacts {
  readonly first: string;
  readonly second: string;
  readonly all: boolean;
}

function movesHelp(name: string, { first, second, all }: HelpFacts): string {
  const forAll = all ? `\n  $ inrgate mock ${name} --all --mch-id DEMO1001` : '';
  return `
Processes several orders in sequence and prints one line for each order. If the gateway rejects an action, the command
continues with the next order. In this case, the exit code is 1. With --json, the command prints a line {"event":"order",…}
for each order and a final line {"event":"done",…}. For a single order, the command prints only the response.

Examples:
  $ inrgate mock ${name} ${first}
  $ inrgate mock ${name} ${first} ${second}${forAll}`;
}

/** @throws {UsageError} unless the arguments select orders */
function checkNumber(
  command: Command,
  { orders, all = false }: { readonly orders: readonly string[]; readonly all: boolean | undefined },
): void {
  if (orders.length === 0 && !all)
    throw new UsageError(
      `the order numbers are missing. Add at least one order number, or use ${command.name()} --all`,
    );
  if (orders.length > 0 && all) throw new UsageError('--all cannot be combined with order numbers');
  if (orders.length === 1) return;
  const own = ofOneOrder.find((option) => command.getOptionValue(option) !== undefined);
  if (own !== undefined) throw new UsageError(`--${own} requires exactly one order`);
}

function registerResend(command: Command): void {
  command
    .description('re-send the latest callback of an order to the current callback URL')
    .argument('<orderNo>', whichOrder)
    .option('--to <url>', 'send only this re-send to another URL')
    .addHelpText(
      'after',
      `
The re-send uses the body of the first attempt. It does not change the retry schedule.

Examples:
  $ inrgate mock resend ORDER-1
  $ inrgate mock resend ORDER-1 --to http://127.0.0.1:3001/callbacks`,
    );
  onCall<GlobalOptions & { readonly to?: string }>(command, async (session, { mchId, to }, [order = '']) => {
    const answer = await session
      .control()
      .post('/orders/:id/resend', { id: order, query: { mchId }, body: { to } });
    session.output.data(answer, () => callbackText(answer));
  });
}
