import { setTimeout as sleep } from 'node:timers/promises';
import { type Mask, masking } from '@inrgate/sdk/internal';
import { CheckError } from '../findings/check-error.ts';
import { shownAnswer } from '../findings/shown-answer.ts';
import { headerValue } from '../http/headers.ts';
import { objectOf, parsedObject } from '../http/json.ts';
import type { GatewaySetup } from './options.ts';
import type { Reply } from './reply.ts';
import { exchanged, type Incoming, type Outgoing } from './transport.ts';

/** Options of a request. */
export interface Sending {
  /** Description of the request: `a pay-in without sign`. */
  readonly what: string;
  readonly outgoing: Outgoing;
}

/** Function that receives the seconds of a wait when the wait begins, and null when it ends. */
type OnWait = (seconds: number | null) => void;

/** Duration of the window of `requestsPerMinute` in milliseconds. */
const windowMs = 60_000;
/** Maximum number of retries after a 429. */
const patience = 3;
/** Maximum wait in seconds. If `Retry-After` is longer, the check ends. */
const longestWait = 120;

/**
 * Sends requests within the rate limit and returns the responses. The merchant's shop shares the gateway's limit of 120
 * requests a minute (spec: Limits).
 */
export class Wire {
  readonly setup: GatewaySetup;
  readonly #onWait: OnWait;
  /** Times of the requests in epoch milliseconds. */
  readonly #calls: number[] = [];
  readonly #hide: Mask;
  #wrongSignatures = 0;

  constructor(setup: GatewaySetup, onWait: OnWait) {
    this.setup = setup;
    this.#onWait = onWait;
    this.#hide = masking([setup.mchKey, setup.mchSecret]);
  }

  /** Number of responses about wrong signatures. About ten lock the IP address (spec: Limits). */
  get wrongSignatures(): number {
    return this.#wrongSignatures;
  }

  get requests(): number {
    return this.#calls.length;
  }

  /** @throws {CheckError} if no usable response arrives */
  async send({ what, outgoing }: Sending): Promise<Reply> {
    for (let turn = 0; ; turn++) {
      const reply = await this.#once(what, outgoing);
      if (reply.status !== 429) return reply;
      await this.#waitAsTold(reply, turn);
    }
  }

  async #once(what: string, outgoing: Outgoing): Promise<Reply> {
    this.setup.signal.throwIfAborted();
    await this.#turn();
    const startedAt = Date.now();
    this.#calls.push(startedAt);
    const incoming = await this.#answer(outgoing);
    const reply = this.#reply(what, { outgoing, incoming, startedAt });
    if (reply.error === 'invalid_signature') this.#wrongSignatures += 1;
    return reply;
  }

  /** Resolves when the check may send the next request. */
  async #turn(): Promise<void> {
    const first = this.#calls[this.#calls.length - this.setup.requestsPerMinute];
    const left = first === undefined ? 0 : first + windowMs - Date.now();
    if (left > 0) await this.#wait(left);
  }

  async #wait(ms: number): Promise<void> {
    this.#onWait(Math.ceil(ms / 1_000));
    await sleep(ms, undefined, { signal: this.setup.signal });
    this.#onWait(null);
  }

  /**
   * Retries once, because the server may have closed a keep-alive connection. Every request of the check is idempotent.
   */
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
    const told = Number(headerValue(exchange.answer?.headers ?? [], 'retry-after'));
    const seconds = Number.isInteger(told) && told > 0 ? told : longestWait / 2;
    if (error === 'too_many_failures') {
      throw new CheckError(
        'refused',
        `the gateway has locked this IP address after wrong signatures (429 too_many_failures); run the check again in ${seconds} s`,
      );
    }
    if (turn >= patience || seconds > longestWait) {
      throw new CheckError(
        'rate_limited',
        `the gateway rejects further requests (429); run the check again in ${seconds} s`,
      );
    }
    await this.#wait(seconds * 1_000);
  }

  #reply(what: string, { outgoing, incoming, startedAt }: Exchanged): Reply {
    const { status, headers } = incoming;
    const endedAt = Date.now();
    const received = Buffer.from(incoming.body).toString('utf8');
    // Mask the response first, because findings quote its values.
    const masked = this.#hide(received);
    const body = masked === received ? incoming.body : new Uint8Array(Buffer.from(masked));
    // Read a response with a byte order mark too, because the other rules still apply.
    const text = masked.replace(/^\uFEFF/, '');
    const json = parsedObject(text);
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
        // Leave out the encoding, because fetch has decoded a body that a proxy compressed nevertheless.
        answer: {
          status,
          headers: [...headers].filter(([name]) => name !== 'content-encoding'),
          ...{ body, length: body.byteLength, complete: true },
        },
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
