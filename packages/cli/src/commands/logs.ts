import { once } from 'node:events';
import type { ControlClient } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError } from 'commander';
import { readSince, type Since } from '../input/since.ts';
import { pastEvents } from '../live/event-history.ts';
import { follow } from '../live/event-source.ts';
import { type LiveEvent, type LiveKind, liveKinds, readEvent } from '../live/live-events.ts';
import { fits, type LiveFilter } from '../live/live-filter.ts';
import { lineOf } from '../live/live-output.ts';
import { jsonLine, type Output, printable } from '../output/output.ts';
import { onCall } from '../session/session.ts';
import { stopSignal } from '../session/stop-signal.ts';

interface LogsOptions {
  readonly type?: readonly LiveKind[];
  readonly mchId?: string;
  readonly order?: string;
  readonly status?: string;
  readonly path?: string;
  readonly since?: Since;
  /** false with `--no-follow`; commander leaves it out otherwise. */
  readonly follow?: false;
}

/** `inrgate logs`. */
export function register(command: Command): void {
  command
    .option('--type <kinds>', `only these, with commas: ${liveKinds.join(', ')}`, readKinds)
    .option('--order <number>', "of this order: the merchant's own number, or the service's")
    .option('--status <status>', 'an HTTP status (401), a class of them (4xx), or a state (failed)')
    .option('--path <text>', 'requests whose path has this in it')
    .option(
      '--since <when>',
      "first what was since then: 10m ago by the gateway's clock, or an instant",
      readSince,
    )
    .option('--no-follow', 'only what is there already, then end')
    .addHelpText(
      'after',
      `
With --mch-id only what concerns this merchant. Ctrl-C ends it. When the gateway goes away it is waited for.

--since shows the requests and callbacks that the gateway has kept. A duration goes back from the gateway's own now,
which \`inrgate mock clock\` tells: what was before \`inrgate mock advance 2h\` is more than 2h ago.

Examples:
  $ inrgate logs
  $ inrgate logs --type request --status 4xx
  $ inrgate logs --order ORDER-1 --since 1h --no-follow
  $ inrgate logs --since 2026-11-20T15:04:05+05:30
  $ inrgate logs --type callback --json | jq -r .callbackEvent`,
    );
  onCall<LogsOptions>(command, async (session, options) => {
    const { type: kinds = liveKinds, since, follow: following = true, ...wanted } = options;
    const filter = { ...wanted, kinds };
    const { output } = session;
    const control = session.control();
    if (following) await followLive({ control, filter, output, since });
    else await new Log({ output, filter }).showPast(control, since);
  });
}

interface Following {
  readonly control: ControlClient;
  readonly filter: LiveFilter;
  readonly output: Output;
  readonly since: Since | undefined;
}

async function followLive({ control, filter, output, since }: Following): Promise<void> {
  const signal = stopSignal();
  const log = new Log({ output, filter, signal });
  const url = `${control.url}/events`;
  let first = true;
  const events = follow(control, {
    signal,
    onConnected: async () => {
      if (output.json) await log.write(jsonLine({ event: 'connected', url }));
      output.note(first ? `following ${url}; Ctrl-C ends it` : `connected again to ${url}`);
      if (first && since !== undefined) await log.showPast(control, since);
      first = false;
    },
    onLost: (waitMs) => {
      log.forget();
      if (output.json) void log.write(jsonLine({ event: 'disconnected', waitMs }));
      output.note(
        `the gateway is gone; trying again in ${waitMs / 1000} s (what happens meanwhile is not shown)`,
      );
    },
  });
  for await (const { type, data } of events) await log.show(readEvent(type, data));
}

interface LogOptions {
  readonly output: Output;
  readonly filter: LiveFilter;
  /** Ends the waiting for a reader. */
  readonly signal?: AbortSignal;
}

/** Prints what fits, each event once. */
class Log {
  readonly #output: Output;
  readonly #filter: LiveFilter;
  readonly #signal: AbortSignal | undefined;
  /** What the past told, until the stream has gone beyond it. */
  readonly #told = new Set<string>();

  constructor({ output, filter, signal }: LogOptions) {
    this.#output = output;
    this.#filter = filter;
    this.#signal = signal;
  }

  async showPast(control: ControlClient, since: Since | undefined): Promise<void> {
    const { kinds } = this.#filter;
    for (const { at, event } of await pastEvents(control, { since, kinds })) {
      await this.show(event, at);
      this.#told.add(identityOf(event));
    }
  }

  /** @param at of an event of the past: of one that happens now, the reader knows the time */
  async show(event: LiveEvent | null, at?: string): Promise<void> {
    if (event === null || !fits(event, this.#filter) || this.#told.has(identityOf(event))) return;
    const timed = at === undefined || !this.#output.json ? event : { ...event, time: at };
    const line = lineOf(timed, this.#output);
    if (line === null) return;
    await this.write(at === undefined || this.#output.json ? line : `${printable(at)} ${line}`);
  }

  /** A gateway that was started anew counts from one again. */
  forget(): void {
    this.#told.clear();
  }

  /** Not faster than it is read: the gateway cuts off a reader that does not keep up, and then it is known. */
  async write(line: string): Promise<void> {
    if (process.stdout.write(`${line}\n`)) return;
    // A reader that leaves meanwhile is the end, which the signal tells, and so is being asked to end.
    await once(process.stdout, 'drain', { ...(this.#signal && { signal: this.#signal }) }).catch(() => {});
  }
}

function identityOf(event: LiveEvent): string {
  if (event.event === 'request') return event.id;
  if (event.event !== 'callback') return JSON.stringify(event);
  return `${event.id} ${event.state === 'delivering' ? 'delivering' : (event.attempt?.number ?? event.state)}`;
}

function readKinds(text: string): readonly LiveKind[] {
  const kinds = text.split(',').map((kind) => kind.trim());
  const unknown = kinds.find((kind) => !liveKinds.some((known) => known === kind));
  if (unknown !== undefined) throw new InvalidArgumentError(`A kind is one of ${liveKinds.join(', ')}.`);
  return kinds as LiveKind[];
}
