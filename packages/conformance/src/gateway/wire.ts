import { CheckError } from '../findings/check-error.ts';
import { shownAnswer } from '../findings/shown-answer.ts';
import { KeyIndex } from '../masking/key-index.ts';
import { type Mask, masking } from '../masking/masking.ts';
import type { Json } from '../traffic/answered.ts';
import type { GatewaySetup } from './options.ts';
import { Pace } from './pace.ts';
import type { Reply } from './reply.ts';
import { exchanged, type Incoming, type Outgoing } from './transport.ts';

/** How a request is sent. */
export interface Sending {
  /** What it is, in words: `a pay-in without sign`. */
  readonly what: string;
  readonly outgoing: Outgoing;
  /** Whether a 429 is what is wanted, and nothing to wait for. */
  readonly hasty?: boolean | undefined;
}

/** How time passes while the gateway wants patience. */
interface Waiting {
  /** Told in seconds when there is a wait, and null when it is over. */
  readonly onWait: (seconds: number | null) => void;
  /** Instead of waiting: the clock of a mock gateway is moved. */
  readonly passTime?: ((seconds: number) => Promise<void>) | undefined;
}

/** A request is sent again so often when the gateway asks for patience. */
const patience = 3;
/** Seconds that are waited when the gateway asks for it; whoever says more means another day. */
const longestWait = 120;

/** Sends what the check asks, as fast as it may, and tells what came back. */
export class Wire {
  readonly setup: GatewaySetup;
  readonly #pace: Pace;
  readonly #passTime: (seconds: number) => Promise<void>;
  readonly #hide: Mask;
  #wrongSignatures = 0;
  #requests = 0;

  constructor(setup: GatewaySetup, { onWait, passTime }: Waiting) {
    this.setup = setup;
    this.#pace = new Pace({ perMinute: setup.requestsPerMinute, signal: setup.signal, onWait });
    this.#passTime = passTime ?? ((seconds) => this.#pace.wait(seconds * 1_000));
    this.#hide = masking(new KeyIndex(), [setup.mchKey, setup.mchSecret]);
  }

  /** How many times the gateway said that a signature is wrong: after ten or so it locks the address (spec: Limits). */
  get wrongSignatures(): number {
    return this.#wrongSignatures;
  }

  /** Those that were sent to meet the lock of a mock gateway, which is lifted, are none that count. */
  forgive(count: number): void {
    this.#wrongSignatures -= count;
  }

  get requests(): number {
    return this.#requests;
  }

  /** @throws {CheckError} when no answer comes, or none that says anything */
  async send({ what, outgoing, hasty = false }: Sending): Promise<Reply> {
    for (let turn = 0; ; turn++) {
      const reply = await this.#once(what, outgoing);
      if (reply.status !== 429 || hasty) return reply;
      await this.#waitAsTold(reply, turn);
    }
  }

  async #once(what: string, outgoing: Outgoing): Promise<Reply> {
    this.setup.signal.throwIfAborted();
    await this.#pace.turn();
    this.#requests += 1;
    const startedAt = Date.now();
    const incoming = await this.#answer(outgoing);
    const reply = this.#reply(what, { outgoing, incoming, startedAt });
    if (reply.error === 'invalid_signature') this.#wrongSignatures += 1;
    return reply;
  }

  /** A connection that was kept open may just be gone: once more, and nothing here is carried out twice by it. */
  async #answer(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await exchanged(outgoing, this.setup);
    } catch (error) {
      const isReset = error instanceof CheckError && /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(error.message);
      if (!isReset) throw error;
      return exchanged(outgoing, this.setup);
    }
  }

  async #waitAsTold({ error, exchange }: Reply, turn: number): Promise<void> {
    const told = Number(exchange.answer?.headers.find(([name]) => name === 'retry-after')?.[1]);
    const seconds = Number.isInteger(told) && told > 0 ? told : longestWait / 2;
    if (error === 'too_many_failures') {
      throw new CheckError(
        'refused',
        `the gateway has locked this address after wrong signatures (429 too_many_failures): try again in ${seconds} s`,
      );
    }
    if (turn >= patience || seconds > longestWait) {
      throw new CheckError(
        'rate_limited',
        `the gateway lets nothing more through (429): it says to wait ${seconds} s`,
      );
    }
    await this.#passTime(seconds);
  }

  #reply(what: string, { outgoing, incoming, startedAt }: Exchanged): Reply {
    const { status, headers } = incoming;
    const endedAt = Date.now();
    const received = Buffer.from(incoming.body).toString('utf8');
    // Before anything is said of it: what is wrong with a value is told with the value.
    const text = this.#hide(received);
    const body = text === received ? incoming.body : new Uint8Array(Buffer.from(text));
    const json = jsonOf(text);
    const error = json?.['error'];
    return {
      sent: what,
      status,
      text,
      error: typeof error === 'string' ? error : null,
      data: status === 200 ? objectOf(json?.['data']) : null,
      shown: shownAnswer({ status, body }, this.#hide),
      durationMs: endedAt - startedAt,
      exchange: {
        api: outgoing.api,
        request: { ...outgoing, length: outgoing.body.byteLength, complete: true },
        answer: { status, headers: [...headers], body, length: body.byteLength, complete: true },
        startedAt,
        endedAt,
      },
    };
  }
}

interface Exchanged {
  readonly outgoing: Outgoing;
  readonly incoming: Incoming;
  readonly startedAt: number;
}

function jsonOf(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}
