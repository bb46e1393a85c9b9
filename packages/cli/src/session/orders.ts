import type {
  CallOptions,
  GatewayClient,
  OrderQuery,
  Payin,
  Payout,
  QueryEvent,
  WaitOptions as WaitLimits,
} from '@inrgate/sdk';
import { type KeyName, type PayinStatus, type PayoutStatus, payType, tradeType } from '@inrgate/sdk/internal';
import { banks, type RequestField, v3Requests } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { anyOf } from '../input/choices.ts';
import { completedWith } from '../input/completed-with.ts';
import { addFieldOptions, optionWords, pickFields } from '../input/field-options.ts';
import { addCommands } from '../input/lazy-commands.ts';
import { durationText, readDuration } from '../input/value-readers.ts';
import { orderText, printable } from '../output/output.ts';
import { failing, UsageError } from '../output/usage-error.ts';
import { onCall, type Session } from './session.ts';

export interface OrderKind {
  readonly name: 'payin' | 'payout';
  readonly title: string;
  readonly noun: string;
  readonly final: readonly (PayinStatus | PayoutStatus)[];
  readonly key: KeyName;
  readonly orders: (client: GatewayClient) => Orders;
  readonly fields: readonly RequestField<string>[];
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly doubt: string;
  /** What the user can do with a new order at a gateway on this machine. */
  readonly next: (session: Session, orderNo: string) => string;
  readonly example: { readonly mchOrderNo: string; readonly orderNo: string; readonly create: string };
}

interface Orders {
  create(params: object, options: CallOptions): Promise<(Payin | Payout) & { readonly duplicate: boolean }>;
  retrieve(query: OrderQuery, options: CallOptions): Promise<Payin | Payout>;
  waitForFinal(query: OrderQuery, options: WaitLimits): Promise<Payin | Payout>;
}

export const payins: OrderKind = {
  name: 'payin',
  title: 'Pay-in',
  noun: 'pay-in',
  final: ['success', 'failed', 'expired'],
  key: 'mchKey',
  orders: (client) => client.payins,
  fields: v3Requests.payin.fields,
  choices: { tradeType: tradeType.options },
  doubt: 'The order may exist. Retry only with the same order number.',
  next: (session, orderNo) =>
    `next: open the payUrl in a browser, or run ${session.commandLine('mock', 'pay', orderNo)}`,
  example: {
    mchOrderNo: 'ORDER-1',
    orderNo: 'PI2026112015040500000001',
    create: `
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin create --mch-order-no ORDER-2 --amount 500.00 --trade-type usdt --extra "blue shirt"`,
  },
};

export const payouts: OrderKind = {
  name: 'payout',
  title: 'Payout',
  noun: 'payout',
  final: ['success', 'failed'],
  key: 'mchSecret',
  orders: (client) => client.payouts,
  fields: v3Requests.payout.fields,
  choices: { payType: payType.options },
  doubt:
    'The payout may exist. Retry only with the same order number. A new order number can pay the beneficiary twice.',
  next: (session, orderNo) => `next: ${session.commandLine('mock', 'approve', orderNo)}`,
  example: {
    mchOrderNo: 'W-1',
    orderNo: 'WD2026112015040500000001',
    create: `
  $ inrgate payout create --mch-order-no W-1 --amount 1000.00 --upi-id asha@okhdfcbank
  $ inrgate payout create --mch-order-no W-2 --amount 1000.00 --bank-code "HDFC Bank" \\
      --account-name "Asha Rao" --account-number 001234567890 --ifsc HDFC0001234`,
  },
};

export function addOrderCommands(command: Command, kind: OrderKind): void {
  const { noun, example } = kind;
  const registering = (register: (command: Command, kind: OrderKind) => void) => async () => ({
    register: (subcommand: Command) => register(subcommand, kind),
  });
  addCommands(command, [
    ['create', `create a ${noun}`, registering(registerCreate)],
    ['get', `query a ${noun}`, registering(registerGet)],
    ['wait', `wait for the final status of a ${noun}`, registering(registerWait)],
  ]);
  const [first = ''] = example.create.trim().split('\n');
  command.addHelpText('after', `\nExample:\n  ${first}`);
}

function registerCreate(command: Command, kind: OrderKind): void {
  const { name, title, fields: params, choices, doubt, key, next, orders, example } = kind;
  addFieldOptions(command, params, choices).addHelpText('after', `\nExamples:${example.create}`);
  for (const option of command.options) {
    if (option.attributeName() === 'bankCode') completedWith(option, () => banks);
  }
  onCall<{ readonly mchOrderNo: string }>(command, async (session, options) => {
    const given = pickFields(options, params);
    const findOut = session.commandLine(name, 'get', '--mch-order-no', given.mchOrderNo);
    const client = await session.client(key);
    const order = await orders(client)
      .create(given, { signal: session.signal })
      .catch(failing({ doubt, findOut }));
    session.output.data(order, () => orderText(title, order));
    const one = name === 'payin' ? 'order' : name;
    if (order.duplicate)
      session.output.note(
        `note: this ${one} already existed. The output shows the current state of the ${one}.`,
      );
    if (session.local && order.status === 'pending') session.output.note(next(session, order.orderNo));
  });
}

type QueryOptions = Partial<Record<'mchOrderNo' | 'orderNo', string>>;

const { fields } = v3Requests['check-order-status'];

function pickQuery(options: QueryOptions): OrderQuery {
  if (options.mchOrderNo === undefined && options.orderNo === undefined) {
    throw new UsageError('the order number is missing. Use --mch-order-no or --order-no');
  }
  return pickFields(options, fields) as OrderQuery;
}

function registerGet(command: Command, { name, title, noun, key, orders, example }: OrderKind): void {
  addFieldOptions(command.description(`query a ${noun}`), fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate ${name} get --mch-order-no ${example.mchOrderNo}
  $ inrgate ${name} get --order-no ${example.orderNo} --json | jq -r .status`,
  );
  onCall<QueryOptions>(command, async (session, options) => {
    const query = pickQuery(options);
    const client = await session.client(key);
    const order = await orders(client).retrieve(query, { signal: session.signal });
    session.output.data(order, () => orderText(title, order));
  });
}

interface WaitOptions extends QueryOptions {
  readonly deadline: number;
  readonly interval: number;
}

function registerWait(command: Command, kind: OrderKind): void {
  const { name, noun, final, example } = kind;
  addFieldOptions(command.description(`wait until the status of a ${noun} is ${anyOf(final)}`), fields)
    .addOption(
      duration('--deadline', 'maximum waiting time, for example 90s, 10m or 1h30m').default(600_000, '10m'),
    )
    .addOption(duration('--interval', 'time between two queries').default(3_000, '3s'))
    .addHelpText(
      'after',
      `
The exit code is 0 for every final status, including failed. The exit code is 3 if the deadline passes first. In a script,
check both the exit code and the status.

Examples:
  $ inrgate ${name} wait --mch-order-no ${example.mchOrderNo}
  $ inrgate ${name} wait --mch-order-no ${example.mchOrderNo} --deadline 30m --interval 5s --json | jq -r .status`,
    );
  onCall<WaitOptions>(command, (session, options) => wait(session, kind, options));
}

function duration(flag: string, description: string): Option {
  return new Option(`${flag} <duration>`, description).argParser(readDuration);
}

async function wait(session: Session, kind: OrderKind, options: WaitOptions): Promise<void> {
  const query = pickQuery(options);
  const client = await session.client(kind.key);
  const progress = session.output.progress();
  const order = printable(Object.values(query).join(' '));
  const startedAt = performance.now();
  let status: string | undefined;
  let nextAt: number | undefined;
  const show = () =>
    progress.show(() => {
      const now = performance.now();
      const next =
        nextAt === undefined ? 'querying' : `next query in ${durationText(Math.max(0, nextAt - now))}`;
      return `${order}: ${status ?? 'no response yet'}, ${durationText(now - startedAt)}, ${next}`;
    });
  const onQuery = (event: QueryEvent) => {
    if (event.status !== undefined) status = printable(event.status);
    nextAt = event.nextIn === undefined ? undefined : performance.now() + event.nextIn;
    progress.step(`${order}: ${status ?? 'no response'}`);
    show();
  };
  show();
  const { deadline, interval } = options;
  const limits = { deadline, interval, signal: session.signal, onQuery };
  const found = await kind
    .orders(client)
    .waitForFinal(query, limits)
    .finally(() => progress.end())
    .catch((error: unknown) => {
      const doubt =
        status === undefined
          ? 'The status is unknown.'
          : `The last status was ${status}, which can still change.`;
      return failing({ doubt, findOut: session.commandLine(kind.name, 'wait', ...optionWords(query)) })(
        error,
      );
    });
  session.output.data(found, () => orderText(kind.title, found));
}
