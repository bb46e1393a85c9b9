import {
  ControlApiError,
  type ControlClient,
  type ControlResponse,
  type MoveName,
  orderMoves,
} from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { anyOf } from '../../input/choices.ts';
import { flagOf } from '../../input/field-options.ts';
import { callbackText, flat, nounOf, numberOf } from '../../mock/control-text.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { orderText, printable, status } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';
import type { GlobalOptions } from '../../session/settings.ts';

type MovedOrder = ControlResponse<'MovedOrder'>;
type MoveOne = (order: string) => Promise<MovedOrder>;

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
    .description(inLower(summary))
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
  command.addHelpText(
    'after',
    `
Processes several orders in sequence and prints one line for each order. If the gateway rejects an action, the command
continues with the next order. In this case, the exit code is 1. With --json, the command prints a line {"event":"order",…}
for each order and a final line {"event":"done",…}. For a single order, the command prints only the response.

Examples:
  $ inrgate mock ${name} ${first}
  $ inrgate mock ${name} ${first} ${second}${isOfPayouts ? `\n  $ inrgate mock ${name} --all --mch-id DEMO1001` : ''}`,
  );
  onCall<MoveOptions>(command, async (session, { mchId, all }, orders) => {
    const { all: _, ...body } = command.opts();
    checkNumber(command, orders, all);
    const control = session.control();
    const moveOne = (id: string) => control.post(`/orders/:id/${name}`, { id, query: { mchId }, body });
    const [order] = orders;
    if (order === undefined || orders.length > 1)
      return moveMany(session, all ? await payoutsIn(control, from, mchId) : orders, moveOne);
    const moved = await moveOne(order);
    session.output.data(moved, () => orderText(nounOf(moved), flat(moved)));
    noteMissingCallback(session, [moved]);
    if (moved.callback.state === 'pending')
      session.output.note(`note: the callback is on its way; see: ${session.commandLine('where', order)}`);
  });
}

function inLower(sentence: string): string {
  return lowered(sentence).replace(/\.$/, '');
}

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function checkNumber(command: Command, orders: readonly string[], all: boolean | undefined): void {
  if (orders.length === 0 && !all)
    throw new UsageError(
      `the order numbers are missing. Add at least one order number, or use ${command.name()} --all`,
    );
  if (orders.length > 0 && all) throw new UsageError('--all cannot be combined with order numbers');
  const own = ofOneOrder.find((option) => command.getOptionValue(option) !== undefined);
  if (own !== undefined && orders.length !== 1) throw new UsageError(`--${own} requires exactly one order`);
}

/** Gateway order numbers of all payouts in these states, oldest first. `mchId` limits them to one merchant. */
async function payoutsIn(
  control: ControlClient,
  states: readonly string[],
  mchId: string | undefined,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    states.map((state) => control.items('/payouts', { query: { status: state, mchId } })),
  );
  // The sort is stable, which matters because times have whole seconds.
  return lists
    .flatMap((list) => list.toReversed())
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(({ orderNo }) => orderNo);
}

/** @throws {EndedWith} with exit code 1 if an order was rejected, after all others */
async function moveMany(session: Session, orders: readonly string[], moveOne: MoveOne): Promise<void> {
  const { output } = session;
  const progress = output.progress();
  const moved: MovedOrder[] = [];
  let refused = 0;
  try {
    for (const [index, order] of orders.entries()) {
      progress.show(() => `${index + 1} of ${orders.length}`);
      try {
        const result = await moveOne(order);
        progress.end();
        moved.push(result);
        output.data({ event: 'order', order, ok: true, result }, () => movedLine(result));
      } catch (error) {
        if (!(error instanceof ControlApiError) || !error.refused) throw error;
        progress.end();
        refused += 1;
        const { code, status: httpStatus, message } = error;
        output.data({ event: 'order', order, ok: false, error: code, status: httpStatus, message }, () =>
          lineOf('failed', 'rejected', printable(`${order}: ${message}`)),
        );
      }
    }
  } finally {
    progress.end();
  }
  output.data({ event: 'done', ok: refused === 0, moved: moved.length, refused }, () =>
    orders.length === 0 ? 'no matching orders' : `${moved.length} done, ${refused} rejected`,
  );
  noteMissingCallback(session, moved);
  if (refused > 0) throw new EndedWith(exitCodes.refused);
}

function movedLine(moved: MovedOrder): string {
  const own = 'linkCode' in moved ? moved.clientRef : moved.mchOrderNo;
  const words = [own, numberOf(moved), moved.amount].filter(Boolean).map((fact) => printable(String(fact)));
  return lineOf(moved.status, moved.status, words.join('  '));
}

function lineOf(state: string, shown: string, text: string): string {
  return `  ${status(state, shown.padEnd('processing'.length))}  ${text}`;
}

const exampleUrl = 'http://127.0.0.1:3000/callbacks';

/** After an action, explains why the first order without a callback has none, and how to fix this. */
function noteMissingCallback(session: Session, moved: readonly MovedOrder[]): void {
  const lines = moved.map((order) => missingCallback(session, order)).find(({ length }) => length > 0);
  if (lines !== undefined) session.output.note(...lines);
}

function missingCallback(session: Session, order: MovedOrder): readonly string[] {
  const { callback, mchId } = order;
  if (callback.state === 'undeliverable') {
    const own = session.settings.mchId === mchId ? [] : ['--mch-id', mchId];
    return [
      `note: the gateway sends no callback, because merchant ${mchId} has no callback URL. Receive callbacks here, or save a URL:`,
      `  ${session.commandLine('listen', '--set-callback-url', ...own)}`,
      `  ${session.commandLine('mock', 'merchants', 'update', mchId, '--callback-url', exampleUrl)}`,
      'Then re-send this callback:',
      `  ${session.commandLine('mock', 'resend', numberOf(order))}`,
    ];
  }
  if (!('reason' in callback)) return [];
  const why = `note: the gateway sends no callback, because ${lowered(callback.reason)}`;
  if (!('linkCode' in order)) {
    const advice = session.commandLine('mock', 'settings', 'set', '--failed-payin-callback', 'true');
    return [why, `To turn the callbacks on:\n  ${advice}`];
  }
  if (order.status !== 'success') return [why];
  const create = session.commandLine('link', 'create', '--amount', '500.00', '--notify-url', exampleUrl);
  return [why, `To create a link with a notify URL:\n  ${create}`];
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
  onCall<GlobalOptions & { readonly to?: string }>(command, async (session, { mchId, to }, [id = '']) => {
    const answer = await session.control().post('/orders/:id/resend', { id, query: { mchId }, body: { to } });
    session.output.data(answer, () => callbackText(answer));
  });
}
