import type { Command } from 'commander';
import { type ControlAnswer, type ControlApi, ControlError, segment } from '../../control/control-api.ts';
import { callbackText } from '../../control/control-text.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session.ts';

type Collection = 'payins' | 'links' | 'payouts';

/** A move of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly summary: string;
  /** Where the order may be; asked in this order. */
  readonly collections: readonly Collection[];
  /** Flags and what they mean; each is a field of the request's body. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly text?: (answer: ControlAnswer) => string;
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
  { name: 'fail', summary: "the customer's payment fails", collections: ['payins', 'links'] },
  { name: 'approve', summary: 'the operator approves a withdrawal', collections: ['payouts'] },
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
  {
    name: 'resend',
    summary: "send an order's latest callback once more",
    collections: ['payins', 'payouts', 'links'],
    text: callbackText,
  },
];

const titles = { payins: 'Pay-in', links: 'Link', payouts: 'Withdrawal' } as const;

/** What customers and operators do to orders. */
export function registerMoves(parent: Command): void {
  for (const move of moves) registerMove(parent.command(move.name), move);
}

function registerMove(command: Command, { name, summary, collections, options = [], text }: Move): void {
  const orderNo = collections[0] === 'payouts' ? 'WD2026112015040500000001' : 'PI2026112015040500000001';
  command
    .description(summary)
    .argument('<orderNo>', "the service's order number, a link code, or the merchant's own number");
  for (const [flags, description] of options) command.option(flags, description);
  command.addHelpText(
    'after',
    `\nExamples:\n  $ inrgate mock ${name} ${orderNo}\n  $ inrgate mock ${name} ORDER-1`,
  );
  onCall<{ readonly mchId?: string }>(command, async (session, { mchId }, [order = '']) => {
    const found = await moveOrder(session.control(), {
      name,
      collections,
      order,
      mchId,
      body: command.opts(),
    });
    session.output.data(found.answer, () =>
      text === undefined ? orderText(titles[found.collection], found.answer) : text(found.answer),
    );
  });
}

interface Moving extends Pick<Move, 'name' | 'collections'> {
  readonly order: string;
  readonly mchId: string | undefined;
  readonly body: object;
}

interface Moved {
  readonly collection: Collection;
  readonly answer: ControlAnswer;
}

/** By the service's number, then by the merchant's own, if it is one order's alone. */
async function moveOrder(control: ControlApi, moving: Moving): Promise<Moved> {
  const { collections, order } = moving;
  for (const collection of collections) {
    const moved = await tryMove(control, moving, { collection, orderNo: order });
    if (moved !== null) return moved;
  }
  const found = await byOwnNumber(control, moving);
  const moved = found === null ? null : await tryMove(control, moving, found);
  if (moved !== null) return moved;
  throw new ControlError(`there is no order ${order}`, { status: 404, code: 'not_found' });
}

interface Place {
  readonly collection: Collection;
  readonly orderNo: string;
}

/** null when it is not there. */
async function tryMove(
  control: ControlApi,
  moving: Moving,
  { collection, orderNo }: Place,
): Promise<Moved | null> {
  try {
    const path = `/${collection}/${segment(orderNo)}/${moving.name}`;
    return { collection, answer: await control.post(path, moving.body) };
  } catch (error) {
    if (error instanceof ControlError && error.code === 'not_found' && !isAboutCallback(error)) return null;
    throw error;
  }
}

/** The order is there, but has nothing to send again. */
function isAboutCallback({ message: text }: ControlError): boolean {
  return text.includes('callback');
}

async function byOwnNumber(
  control: ControlApi,
  { collections, order, mchId }: Moving,
): Promise<Place | null> {
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const { items } = await control.page(`/${collection}`, { mchOrderNo: order, mchId });
      return items.map((item) => ({ collection, orderNo: String(item['orderNo'] ?? item['linkCode']) }));
    }),
  );
  const [place, another] = lists.flat();
  if (another !== undefined) {
    throw new ControlError(`more than one order is called ${order}: name it by the service's own number`, {
      status: 409,
      code: 'ambiguous',
    });
  }
  return place ?? null;
}
