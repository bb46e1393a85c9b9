import { isLoopback } from '@inrgate/sdk/internal';
import { httpSender } from '../delivery/http-sender.ts';
import type { Delivery, DeliveryResult, Sender } from '../delivery/sender.ts';
import { CheckError } from '../findings/report.ts';
import { fetchedText, jsonRequest } from '../http/messages.ts';

/** Maximum number of response bytes that the client reads. */
const readBytes = 65_536;

/** The shop's response to the customer. The status is null if no response arrived. */
export interface ShopResponse {
  readonly status: number | null;
  readonly text: string;
}

/** Sends the messages of the customer and of the gateway to the shop. */
export class ShopClient {
  readonly #signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #sender: Sender;

  constructor({ signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number }) {
    this.#signal = signal;
    this.#timeoutMs = timeoutMs;
    this.#sender = httpSender({ timeoutMs });
  }

  /**
   * Delivers a callback once.
   *
   * @throws {CheckError} if the shop hangs
   */
  async deliver(delivery: Delivery): Promise<DeliveryResult> {
    const { hostname, host } = new URL(delivery.url);
    if (!isLoopback(hostname)) {
      throw new CheckError(
        'order_failed',
        `the shop's notifyUrl points to ${host}, which is not this machine: use INRGATE_CALLBACK_URL as the notifyUrl`,
      );
    }
    const result = await this.#sender(delivery, this.#signal);
    this.#signal.throwIfAborted();
    if (result.failure === 'timeout') {
      throw new CheckError('unreachable', `the callback endpoint did not respond within ${result.detail}`);
    }
    return result;
  }

  /**
   * Sends a request of the customer's browser.
   *
   * @throws {CheckError} if the shop hangs
   */
  async visit(url: URL, body?: object): Promise<ShopResponse> {
    const limits = { signal: this.#signal, timeoutMs: this.#timeoutMs, limit: readBytes };
    const response = await fetchedText(url, { ...jsonRequest(body), redirect: 'manual' }, limits);
    if (!response.isLate) return response;
    throw new CheckError(
      'unreachable',
      `${url.pathname} did not respond within ${this.#timeoutMs / 1_000} s`,
    );
  }
}
