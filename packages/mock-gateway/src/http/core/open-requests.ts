import type { WireRequest, WireResponse } from './exchange.ts';
import { jsonResponse } from './respond.ts';

/** Milliseconds that open requests may need to finish when the gateway closes. */
const graceMs = 2_000;

/** Handles a request. */
export type Handler = (request: WireRequest) => Promise<WireResponse>;

/** Accepts requests until the gateway closes, and waits for the open requests. */
export class OpenRequests {
  readonly #handler: Handler;
  #open = 0;
  #closed = false;
  #ending = false;
  #waiting: (() => void)[] = [];

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  /** Handles a request. Returns 503 if an app still serves the closed gateway. */
  readonly answer: Handler = async (request) => {
    if (this.#closed) return closed();
    this.#open += 1;
    try {
      const response = await this.#handler(request);
      return this.#ending ? withoutKeeping(response) : response;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  };

  /** Closes each connection after its response. The gateway still accepts requests. */
  end(): void {
    this.#ending = true;
  }

  /** Rejects later requests. Resolves when the open requests have ended, or after the grace period. */
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
