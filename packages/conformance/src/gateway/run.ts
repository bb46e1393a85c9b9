import type { SeenCallback } from '../traffic/exchange.ts';
import { quoted } from '../traffic/finding.ts';
import { Board, shownBy } from './board.ts';
import { Merchant } from './merchant.ts';
import type { ReceivedCallback, Stage } from './mock/stage.ts';
import { Observed } from './observed.ts';
import type { GatewaySetup } from './options.ts';
import { outcomeOf, type Reply } from './reply.ts';
import type { Outgoing } from './transport.ts';
import type { Sending, Wire } from './wire.ts';

/** A request whose right answer is known. */
export interface Probe {
  /** What it is, in words: `a pay-in without sign`. */
  readonly what: string;
  readonly outgoing: Outgoing;
  /** What has to be answered, `422 missing_param`; of several, any. */
  readonly answer: string | readonly string[];
  /** The rules that it shows. */
  readonly shows: readonly string[];
  /** Another outcome, and the rule that it breaks instead: the checks came in another order. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Whether its signature is wrong, or is where it is read in another way. */
  readonly locks?: boolean;
  /** Clauses of the answer that are judged by hand. */
  readonly except?: readonly string[];
}

/** Wrong signatures that are sent at most; the tenth may lock the address (spec: Limits). */
const mostWrong = 6;

/** Refusals that say nothing about the request: of these rules there is nothing to see now. */
const passing = new Set(['maintenance', 'provider_unavailable', 'rate_unavailable', 'gateway_error']);

/** One check of a gateway: what was asked, and what is known by now. */
export class Run {
  readonly setup: GatewaySetup;
  readonly wire: Wire;
  readonly board = new Board();
  readonly merchant: Merchant;
  readonly observed = new Observed();
  /** Why there are no withdrawals to be seen; null where there are. */
  payouts: string | null = null;
  readonly #prefix = `CHECK-${Date.now().toString(36).toUpperCase()}`;
  #numbers = 0;

  /** The mock gateway from behind; null at the other levels. */
  readonly stage: Stage | null;

  constructor(setup: GatewaySetup, wire: Wire, stage: Stage | null) {
    this.setup = setup;
    this.wire = wire;
    this.stage = stage;
    this.merchant = new Merchant(setup);
  }

  /** Work that needs the mock gateway from behind. */
  backstage(): Stage {
    if (this.stage === null) throw new Error('this step is of the level mock');
    return this.stage;
  }

  /** The callbacks since the last time, each judged by its fields, its signature and its sums. */
  async told(): Promise<readonly ReceivedCallback[]> {
    const told = await this.backstage().told();
    for (const { seen } of told) {
      const of = {
        sent: 'a callback',
        shown: shownCallback(seen),
        durationMs: seen.endedAt - seen.startedAt,
      };
      for (const finding of this.merchant.judge.callback(seen)) {
        if (finding.about === 'callback') this.board.add(finding.id, shownBy(finding), of);
      }
    }
    return told;
  }

  /** A number that no order has. */
  number(): string {
    this.#numbers += 1;
    return `${this.#prefix}-${this.merchant.keys.mchId.slice(-4).replace(/[^A-Za-z0-9]/g, '')}-${this.#numbers}`;
  }

  /** Sends it, and has the answer judged: its envelope, its fields, its arithmetic. */
  async ask(sending: Sending, except: readonly string[] = []): Promise<Reply> {
    const reply = await this.wire.send(sending);
    this.judged(reply, except);
    return reply;
  }

  /** What an answer shows by itself: its envelope, its fields, its arithmetic. */
  judged(reply: Reply, except: readonly string[] = []): void {
    for (const finding of this.merchant.judge.exchange(reply.exchange, { onPurpose: true })) {
      const { id, about } = finding;
      if (about === 'answer' && !except.includes(id)) this.board.add(id, shownBy(finding), reply);
    }
  }

  /** The same, of a request whose right answer is known; null where it was not sent. */
  async probe(probe: Probe): Promise<Reply | null> {
    if (probe.locks === true && this.wire.wrongSignatures >= mostWrong) {
      this.board.unseen(
        probe.shows,
        'too many signatures were answered as wrong: one more could lock this address',
      );
      return null;
    }
    const reply = await this.ask(probe, probe.except);
    this.#judge(probe, reply);
    return reply;
  }

  async probes(probes: readonly Probe[]): Promise<void> {
    for (const probe of probes) await this.probe(probe);
  }

  /** What an answer shows, by hand. */
  see(id: string, verdict: boolean | string | null, reply: Reply): void {
    const text = `${reply.sent}: answered ${quoted(reply.text)}`;
    this.board.add(id, verdict === false ? text : verdict, reply);
  }

  #judge({ what, answer, shows, instead = {} }: Probe, reply: Reply): void {
    const right = typeof answer === 'string' ? [answer] : answer;
    const outcome = outcomeOf(reply);
    if (right.includes(outcome)) {
      for (const id of shows) this.board.add(id, true, reply);
      return;
    }
    if (reply.error !== null && passing.has(reply.error)) {
      this.board.unseen(shows, `the gateway answered ${outcome}`);
      return;
    }
    const rules = Object.hasOwn(instead, outcome) ? [instead[outcome] ?? ''] : shows;
    const text = `${what} was answered ${shortened(outcome)}; it has to be ${right.join(' or ')}`;
    for (const id of rules) this.board.add(id, text, reply);
  }
}

/** A callback has personal data: its size says enough. */
function shownCallback({ request }: SeenCallback): string {
  return `${request.method} of ${request.length} bytes`;
}

/** An error code is somebody else's text. */
function shortened(outcome: string): string {
  return outcome.length > 60 ? `${outcome.slice(0, 60)}…` : outcome;
}
