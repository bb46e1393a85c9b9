import { quoted } from '../traffic/finding.ts';
import { Board, type Shown, shownBy } from './board.ts';
import { Merchant } from './merchant.ts';
import type { GatewaySetup } from './options.ts';
import { outcomeOf, type Reply } from './reply.ts';
import type { Outgoing } from './transport.ts';
import type { Sending, Wire } from './wire.ts';

/** A request with its expected response. */
export interface Probe {
  /** Description of the request: `a pay-in without sign`. */
  readonly what: string;
  readonly outgoing: Outgoing;
  /** The expected response: `422 missing_param`, or a list of allowed responses. */
  readonly answer: string | readonly string[];
  /** Ids of the rules that the expected response proves. */
  readonly shows: readonly string[];
  /**
   * Ids of the rules that another response violates, by that response. Example: a gateway that runs its checks in
   * another order.
   */
  readonly instead?: Readonly<Record<string, string>>;
  /** True if the signature is wrong under at least one interpretation. */
  readonly locks?: boolean;
  /** Ids of the rules that the step itself judges. */
  readonly except?: readonly string[];
}

/** Maximum number of wrong signatures in a check, because ten can lock the IP address (spec: Limits). */
const mostWrong = 7;

/** Errors that do not depend on the request, so they prove nothing about its rules. */
const passing = new Set(['maintenance', 'provider_unavailable', 'rate_unavailable', 'gateway_error']);

/** State of one gateway check: its requests and results so far. */
export class Run {
  readonly setup: GatewaySetup;
  readonly wire: Wire;
  readonly board = new Board();
  readonly merchant: Merchant;
  /** Reason why the check cannot create payouts, or null. */
  payouts: string | null = null;
  /** False after the gateway has rejected USDT for the account. */
  usdtEnabled = true;
  readonly #prefix = `CHECK-${Date.now().toString(36).toUpperCase()}`;
  #numbers = 0;

  constructor(setup: GatewaySetup, wire: Wire) {
    this.setup = setup;
    this.wire = wire;
    this.merchant = new Merchant(setup);
  }

  number(): string {
    this.#numbers += 1;
    return `${this.#prefix}-${this.merchant.keys.mchId.slice(-4).replace(/[^A-Za-z0-9]/g, '')}-${this.#numbers}`;
  }

  /** Sends a request. Judges the envelope, fields and arithmetic of the response. */
  async ask(sending: Sending, except: readonly string[] = []): Promise<Reply> {
    const reply = await this.wire.send(sending);
    this.judged(reply, except);
    return reply;
  }

  /** Judges the envelope, fields and arithmetic of a response. */
  judged(reply: Reply, except: readonly string[] = []): void {
    for (const finding of this.merchant.judge.exchange(reply.exchange, { onPurpose: true })) {
      const { id, about } = finding;
      if (about === 'answer' && !except.includes(id)) this.board.add(id, shownBy(finding), reply);
    }
  }

  /**
   * Sends a request with an expected response and judges the response. Returns null if the check does not send the
   * request.
   */
  async probe(probe: Probe): Promise<Reply | null> {
    if (probe.locks === true && this.wire.wrongSignatures >= mostWrong) {
      this.board.unseen(
        probe.shows,
        'the check sent too many wrong signatures; another wrong signature could lock this IP address',
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

  /** Records the step's own verdicts on a response. */
  see(reply: Reply, verdicts: Readonly<Record<string, Shown | false>>): void {
    const text = `${reply.sent}: the response is ${quoted(reply.text)}`;
    for (const [id, verdict] of Object.entries(verdicts)) {
      this.board.add(id, verdict === false ? text : verdict, reply);
    }
  }

  #judge({ what, answer, shows, instead = {} }: Probe, reply: Reply): void {
    const right = typeof answer === 'string' ? [answer] : answer;
    const outcome = outcomeOf(reply);
    if (right.includes(outcome)) {
      for (const id of shows) this.board.add(id, true, reply);
      return;
    }
    if (reply.error !== null && passing.has(reply.error)) {
      this.board.unseen(shows, `the gateway returned ${outcome}`);
      return;
    }
    const rules = Object.hasOwn(instead, outcome) ? [instead[outcome] ?? ''] : shows;
    const text = `the response to ${what} is ${shortened(outcome)}; expected ${right.join(' or ')}`;
    for (const id of rules) this.board.add(id, text, reply);
  }
}

/** Shortens an error code, because the gateway can return a code of any length. */
function shortened(outcome: string): string {
  return outcome.length > 60 ? `${outcome.slice(0, 60)}…` : outcome;
}
