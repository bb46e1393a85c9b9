import type { WireRequest, WireResponse } from './exchange.ts';
import { jsonResponse } from './respond.ts';

/** Milliseconds that requests have to be answered when the gateway closes. */
const graceMs = 2_000;

type Answer = (request: WireRequest) => Promise<WireResponse>;

/** Lets requests in until the gateway has closed, and knows when the last one has been answered. */
export class Door {
  readonly #answer: Answer;
  #inside = 0;
  #shut = false;
  #waiting: (() => void)[] = [];

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** Of an app that goes on being served after the gateway was closed, whoever comes later is told so. */
  readonly answer: Answer = async (request) => {
    if (this.#shut) return closed();
    this.#inside += 1;
    try {
      return await this.#answer(request);
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) for (const tell of this.#waiting.splice(0)) tell();
    }
  };

  /** Answers when nobody is inside any more, or has had time enough; from then on nobody is let in. */
  async close(): Promise<void> {
    if (this.#inside > 0) await this.#emptied();
    this.#shut = true;
  }

  #emptied(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function closed(): WireResponse {
  return jsonResponse(503, { error: 'closed', message: 'The gateway is closed.' }, { connection: 'close' });
}
