import type { CheckLevel } from '../rules/rule.ts';
import { quoted } from '../traffic/finding.ts';
import { Merchant, type Params } from './merchant.ts';
import type { GatewaySetup } from './options.ts';
import { Board, type Shown, shownBy } from './report.ts';
import { type Outgoing, outcomeOf, type Reply, type Wire } from './wire.ts';

export interface Step {
  /** Subject of the step. Example: `signatures`. */
  readonly title: string;
  readonly level: CheckLevel;
  readonly play: (run: Run) => Promise<void>;
}

/** Requests by their description: `a pay-in without sign`. */
export type Requests = Readonly<Record<string, Outgoing>>;

/**
 * Sends the requests, and expects the same response to each: `422 missing_param`, or one of a list. The expected response
 * proves the rules with these ids. Returns the last response, or null if the check did not send the request.
 */
export type Expect = (
  answer: string | readonly string[],
  rules: readonly string[],
  requests: Requests,
) => Promise<Reply | null>;

interface Expecting {
  /** Reason not to send the requests, or null. */
  readonly skip?: string | null;
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

interface Probe extends Expecting {
  readonly what: string;
  readonly outgoing: Outgoing;
  readonly answer: string | readonly string[];
  readonly shows: readonly string[];
}

/** An amount below every limit, so the gateway creates nothing (spec: Limits). */
export const tooLittle = '1.00';
/** Maximum number of wrong signatures in a check, because ten can lock the IP address (spec: Limits). */
const mostWrong = 7;

const tooManyWrong =
  'the check sent too many wrong signatures; another wrong signature could lock this IP address';

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

  /** Creates a request whose amount is too small, so the gateway creates nothing. */
  tooSmall(endpoint: 'payin' | 'payout', params: Params): Outgoing {
    return this.merchant.v3(endpoint, { mchOrderNo: this.number(), amount: tooLittle, ...params });
  }

  /** Sends a request. Judges the envelope, fields and arithmetic of the response, except by the rules `except`. */
  async ask(what: string, outgoing: Outgoing, except: readonly string[] = []): Promise<Reply> {
    const reply = await this.wire.send(what, outgoing);
    for (const finding of this.merchant.judge.exchange(reply.exchange, { onPurpose: true })) {
      const { id, about } = finding;
      if (about === 'answer' && !except.includes(id)) this.board.add(id, shownBy(finding), reply);
    }
    return reply;
  }

  /** Returns a function that sends requests and judges the responses. */
  expecting(options: Expecting = {}): Expect {
    return async (answer, shows, requests) => {
      let reply: Reply | null = null;
      for (const [what, outgoing] of Object.entries(requests))
        reply = await this.#probe({ ...options, what, outgoing, answer, shows });
      return reply;
    };
  }

  async #probe(probe: Probe): Promise<Reply | null> {
    const { skip = null, locks = false } = probe;
    const isTooMany = locks && this.wire.wrongSignatures >= mostWrong;
    if (skip !== null || isTooMany) {
      this.board.unseen(probe.shows, skip ?? tooManyWrong);
      return null;
    }
    const reply = await this.ask(probe.what, probe.outgoing, probe.except);
    this.#judge(probe, reply);
    return reply;
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
