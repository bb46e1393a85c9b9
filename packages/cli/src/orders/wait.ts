import type { OrderQuery, QueryEvent } from '@inrgate/sdk';
import { type Command, Option } from 'commander';
import { anyOf } from '../input/choices.ts';
import { durationText, readDuration } from '../input/duration.ts';
import { optionWords } from '../input/field-options.ts';
import { failing } from '../output/call-failure.ts';
import { type Output, orderText, printable } from '../output/output.ts';
import { onCall, type Session } from '../session/session.ts';
import { addQueryOptions, type OrderKind, pickQuery, type QueryOptions } from './get.ts';

interface WaitOptions extends QueryOptions {
  readonly deadline: number;
  readonly interval: number;
}

/** Registers `wait`, which queries an order until its status is final. */
export function registerWait(command: Command, kind: OrderKind): void {
  const { name, noun, final, example } = kind;
  addQueryOptions(command.description(`wait until the status of a ${noun} is ${anyOf(final)}`))
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
  const progress = new WaitProgress(session.output, query);
  const { deadline, interval } = options;
  const limits = { deadline, interval, signal: session.signal, onQuery: progress.queried };
  try {
    const order = await kind.orders(client).waitForFinal(query, limits);
    progress.end();
    session.output.data(order, () => orderText(kind.title, order));
  } catch (error) {
    progress.end();
    const findOut = session.commandLine(kind.name, 'wait', ...optionWords(query));
    failing({ doubt: progress.doubt, findOut })(error);
  }
}

class WaitProgress {
  readonly #order: string;
  readonly #progress: ReturnType<Output['progress']>;
  readonly #startedAt = performance.now();
  #status: string | undefined;
  #nextAt: number | undefined;

  constructor(output: Output, query: OrderQuery) {
    this.#order = printable(Object.values(query).join(' '));
    this.#progress = output.progress();
    this.#show();
  }

  /** Warning that contains the last status if it is not final. */
  get doubt(): string {
    return this.#status === undefined
      ? 'The status is unknown.'
      : `The last status was ${this.#status}, which can still change.`;
  }

  readonly queried = ({ status, nextIn }: QueryEvent): void => {
    if (status !== undefined) this.#status = printable(status);
    this.#nextAt = nextIn === undefined ? undefined : performance.now() + nextIn;
    this.#progress.step(`${this.#order}: ${this.#status ?? 'no response'}`);
    this.#show();
  };

  end(): void {
    this.#progress.end();
  }

  #show(): void {
    this.#progress.show(() => {
      const now = performance.now();
      const next =
        this.#nextAt === undefined
          ? 'querying'
          : `next query in ${durationText(Math.max(0, this.#nextAt - now))}`;
      return `${this.#order}: ${this.#status ?? 'no response yet'}, ${durationText(now - this.#startedAt)}, ${next}`;
    });
  }
}
