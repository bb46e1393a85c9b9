import { once } from 'node:events';
import type { ControlClient } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError } from 'commander';
import { type LiveEvent, type LiveKind, liveKinds, readEvent } from '../live/events.ts';
import { lineOf } from '../live/lines.ts';
import { jsonLine, type Output, printable } from '../output/output.ts';
import { onCall } from '../session/session.ts';
import { stopSignal } from '../session/stop-signal.ts';
import { pastEvents, readSince, type Since } from './logs/event-history.ts';
import { follow } from './logs/event-source.ts';

interface LogsOptions {
  readonly type?: readonly LiveKind[];
  readonly mchId?: string;
  readonly order?: string;
  readonly status?: string;
  readonly path?: string;
  readonly since?: Since;
  /** False for `--no-follow`, otherwise undefined. */
  readonly follow?: false;
}

export function register(command: Command): void {
  command
    .option(
      '--type <kinds>',
      `show only these event types, separated by commas: ${liveKinds.join(', ')}`,
      readKinds,
    )
    .option('--order <number>', 'show only events of this order (order number or gateway order number)')
    .option(
      '--status <status>',
      'show only events with this HTTP status (401), class (4xx) or state (failed)',
    )
    .option('--path <text>', 'show only requests with this string in the path')
    .option(
      '--since <when>',
      "first show the stored events after this time, or within this duration before the gateway's time (10m)",
      readSince,
    )
    .option('--no-follow', 'show the stored events, then exit')
    .addHelpText(
      'after',
      `
With --mch-id, the command shows only the events of one merchant. If the gateway stops, the command retries the connection.
Press Ctrl-C to stop.

With --since, the command first shows the stored requests and callbacks. A duration counts back from the gateway's time,
which \`inrgate mock clock\` shows. After \`inrgate mock advance 2h\`, earlier events are more than 2h old.

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
    if (following) await followLive(control, filter, output, since);
    else await new Log(output, filter).showPast(control, since);
  });
}

async function followLive(
  control: ControlClient,
  filter: LiveFilter,
  output: Output,
  since: Since | undefined,
): Promise<void> {
  const signal = stopSignal();
  const log = new Log(output, filter, signal);
  const url = `${control.url}/events`;
  let first = true;
  const events = follow(control, {
    signal,
    onConnected: async () => {
      if (output.json) await log.write(jsonLine({ event: 'connected', url }));
      output.note(first ? `following ${url}. Press Ctrl-C to stop.` : `reconnected to ${url}`);
      if (first && since !== undefined) await log.showPast(control, since);
      first = false;
    },
    onLost: (waitMs) => {
      log.forget();
      if (output.json) void log.write(jsonLine({ event: 'disconnected', waitMs }));
      output.note(
        `connection to the gateway lost, retrying in ${waitMs / 1000} s. logs misses the events until then.`,
      );
    },
  });
  for await (const { type, data } of events) await log.show(readEvent(type, data));
}

class Log {
  readonly #output: Output;
  readonly #filter: LiveFilter;
  readonly #signal: AbortSignal | undefined;
  /** Events of the history that are already printed. */
  readonly #told = new Set<string>();

  /** @param signal aborts the wait for a slow reader */
  constructor(output: Output, filter: LiveFilter, signal?: AbortSignal) {
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

  /** @param at time of a past event, or undefined for a live event */
  async show(event: LiveEvent | null, at?: string): Promise<void> {
    if (event === null || !fits(event, this.#filter) || this.#told.has(identityOf(event))) return;
    const timed = at === undefined || !this.#output.json ? event : { ...event, time: at };
    const line = lineOf(timed, this.#output);
    if (line === null) return;
    await this.write(at === undefined || this.#output.json ? line : `${printable(at)} ${line}`);
  }

  /** Forgets the printed events, because a restarted gateway numbers its events from one again. */
  forget(): void {
    this.#told.clear();
  }

  /** Waits for the reader, because the gateway disconnects a slow command. */
  async write(line: string): Promise<void> {
    if (process.stdout.write(`${line}\n`)) return;
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
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed types: ${liveKinds.join(', ')}.`);
  return kinds as LiveKind[];
}

interface LiveFilter {
  readonly kinds: readonly LiveKind[];
  readonly mchId?: string | undefined;
  readonly order?: string | undefined;
  /** HTTP status, class of statuses (`4xx`), or state of an order or callback. */
  readonly status?: string | undefined;
  readonly path?: string | undefined;
}

/** Returns whether an event matches the filter. An event without a filtered field does not match. */
function fits(event: LiveEvent, { kinds, mchId, order, status, path }: LiveFilter): boolean {
  if (!kinds.includes(event.event)) return false;
  const { mchId: whose, mchOrderNo, orderNo, path: where } = event as Partial<Record<string, unknown>>;
  if (mchId !== undefined && whose !== mchId) return false;
  if (order !== undefined && mchOrderNo !== order && orderNo !== order) return false;
  if (path !== undefined && !(typeof where === 'string' && where.includes(path))) return false;
  return status === undefined || statusesOf(event).some((own) => own === status || classOf(own) === status);
}

function statusesOf(event: LiveEvent): readonly string[] {
  switch (event.event) {
    case 'request':
    case 'order':
      return [String(event.status)];
    case 'callback':
      return [event.state, ...(event.attempt?.status ? [String(event.attempt.status)] : [])];
    default:
      return [];
  }
}

function classOf(status: string): string | undefined {
  return /^[1-5][0-9]{2}$/.test(status) ? `${status.charAt(0)}xx` : undefined;
}
