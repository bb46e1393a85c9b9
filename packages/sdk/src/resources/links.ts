import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import type { LinkStatus } from '../protocol/schemas/link-fields.ts';
import { linkReceived } from '../protocol/schemas/link-received.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { Currency } from '../protocol/schemas/words.ts';
import { argumentRules, checked, picked } from './arguments.ts';
import { answerTo, payable, reader } from './readers.ts';

/** spec: POST create-link.php. */
export interface LinkCreateParams {
  /** INR with up to two decimals, whatever the currency. */
  readonly amount: string;
  /** Up to 255 characters. */
  readonly note?: string | undefined;
  /**
   * Your own id, up to 120 characters. A repeat returns the same link; without it every call creates another. It must
   * not contain `&`, unless it is a URL: the signature does not separate the fields, so verification refuses the callback.
   */
  readonly clientRef?: string | undefined;
  /** Where the webhook goes. */
  readonly notifyUrl?: string | undefined;
  /** Where the customer is sent after paying. */
  readonly returnUrl?: string | undefined;
  /** What the customer pays in; default `INR`. */
  readonly currency?: Currency | undefined;
}

/** spec: Legacy payment link. */
export interface Link {
  /** The service's identifier of the link. */
  readonly linkCode: string;
  /** Your own id. Empty when there is none. */
  readonly clientRef: string;
  /** INR, two decimals. */
  readonly amount: string;
  /** What the customer pays in; null when the gateway left it out. */
  readonly currency: Open<Currency> | null;
  /** `pending`, `success`, `failed` or `expired`; a later version may have others. */
  readonly status: Open<LinkStatus>;
  /** Hosted checkout address, where the customer pays; empty when a query's answer left it out. */
  readonly payUrl: string;
  /** Empty when there is none; the gateway tells it in queries only. */
  readonly note: string;
  /** ISO-8601, IST. */
  readonly createdAt: string | null;
  /** ISO-8601, IST; the gateway tells it on creation only. */
  readonly expiresAt: string | null;
  /** ISO-8601, IST; null until paid. */
  readonly paidAt: string | null;
}

/** `client.links`: payment links of the legacy API v1. New integrations use `client.payins`. */
export class Links {
  readonly #caller: Caller;

  /** @internal The client makes it. */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Creates a payment link. Without `clientRef` a repeat would be a second link, so the call is then not sent again
   * after an unknown outcome.
   *
   * @throws {GatewayError}
   */
  create(params: LinkCreateParams, options?: CallOptions): CallPromise<Link> {
    const build = (operation: string) => {
      const asked = checked(operation, params, argumentRules.link);
      const { clientRef, notifyUrl, returnUrl, ...others } = asked;
      return {
        target: { api: 'v1', endpoint: 'create-link' },
        key: 'mchSecret',
        params: { ...others, client_ref: clientRef, notify_url: notifyUrl, return_url: returnUrl },
        idempotent: clientRef !== undefined,
        read: answerTo({ clientRef, amount: asked.amount }, payable(readLink)),
      } as const;
    };
    return this.#caller.call('links.create', build, options);
  }

  /**
   * Queries a payment link (spec: GET link-status.php). The gateway finds links by their `linkCode` only; for one
   * whose creation is in doubt, create it again with the same `clientRef`.
   *
   * @throws {GatewayError} an `ApiError` with code `not_found` when there is none
   */
  retrieve(query: { readonly linkCode: string }, options?: CallOptions): CallPromise<Link> {
    const build = (operation: string) => {
      const { linkCode } = picked(operation, query, argumentRules.linkQuery);
      return {
        target: { api: 'v1', endpoint: 'link-status' },
        key: 'mchSecret',
        params: { link_code: linkCode },
        idempotent: true,
        read: answerTo({ linkCode }, readLink),
      } as const;
    };
    return this.#caller.call('links.retrieve', build, options);
  }
}

const readLink = /* @__PURE__ */ reader(
  linkReceived,
  (data): Link => ({
    linkCode: data.link_code,
    clientRef: data.client_ref,
    amount: data.amount,
    currency: data.currency ?? null,
    status: data.status,
    payUrl: data.pay_url,
    note: data.note,
    createdAt: data.created_at ?? null,
    expiresAt: data.expires_at ?? null,
    paidAt: data.paid_at,
  }),
);
