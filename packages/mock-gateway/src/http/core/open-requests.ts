import type { WireRequest, WireResponse } from './exchange.ts';
import { jsonResponse } from './respond.ts';

/** Milliseconds that requests have to be answered when the gateway closes. */
const graceMs = 2_000;

/** Whatever answers a request. */
export type Handler = (request: WireRequest) => Promise<WireResponse>;

/** Takes requests until the gateway has closed, and knows when the last one has been answered. */
export class OpenRequests {
  readonly #handler: Handler;
  #open = 0;
  #closed = false;
  #ending = false;
  #waiting: (() => void)[] = [];

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  /** Of an app that goes on being served after the gateway was closed, whoever comes later is told so. */
  readonly answer: Handler = async (request) => {
    if (this.#closed) return closed();
    this.#open += 1;
    try {
      const response = await this.#handler(request);
      return this.#ending ? withoutKeeping(response) : response;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const tell of this.#waiting.splice(0)) tell();
    }
  };

  /** Takes requests on, each answer the last of its connection: whoever asks again comes by another one. */
  end(): void {
    this.#ending = true;
  }

  /** Resolves when all are answered, or have had time enough; from then on none is taken. */
  async close(): Promise<void> {
    if (this.#open > 0) await this.#allAnswered();
    this.#closed = true;
  }

  #allAnswered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function withoutKeeping(response: WireResponse): WireResponse {
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

function closed(): WireResponse {
  return jsonResponse(503, { error: 'closed', message: 'The gateway is closed.' }, { connection: 'close' });
}
