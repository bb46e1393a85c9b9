import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import type { LinkStatus } from '../protocol/schemas/link-fields.ts';
import { linkReceived } from '../protocol/schemas/readers.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { Currency } from '../protocol/schemas/words.ts';
import { argumentRules, checked, picked } from './arguments.ts';
import { answerTo, payable, reader } from './readers.ts';

/** Arguments of `links.create` (spec: POST create-link.php). */
export interface LinkCreateParams {
  /** Amount in INR with at most two decimals, also for `currency` `USDT`. */
  readonly amount: string;
  /** Your note, at most 255 characters. */
  readonly note?: string | undefined;
  /**
   * Your own identifier of the link, at most 120 characters. A repeated request returns the same link. Without
   * `clientRef`, every call creates another link. Do not use `&` unless the identifier is a URL. The callback's
   * signature would be ambiguous, and its verification would fail.
   */
  readonly clientRef?: string | undefined;
  /** URL that receives the callback. */
  readonly notifyUrl?: string | undefined;
  /** URL that the customer returns to after the payment. */
  readonly returnUrl?: string | undefined;
  /** Currency of the customer's payment. Default `INR`. */
  readonly currency?: Currency | undefined;
}

/** A payment link (spec: Legacy payment link). */
export interface Link {
  /** The gateway's identifier of the link. */
  readonly linkCode: string;
  /** Your own identifier of the link, or an empty string if the link has none. */
  readonly clientRef: string;
  /** Amount in INR with two decimals. */
  readonly amount: string;
  /** Currency of the customer's payment, or null if the gateway omits the field. */
  readonly currency: Open<Currency> | null;
  /** Status: `pending`, `success`, `failed` or `expired`. A later version can add other values. */
  readonly status: Open<LinkStatus>;
  /** URL of the hosted checkout, or an empty string if a query's response omits it. */
  readonly payUrl: string;
  /** Your note, or an empty string if the link has none. Only queries return the note. */
  readonly note: string;
  /** Time of creation as ISO 8601 in IST, or null if the gateway omits the field. */
  readonly createdAt: string | null;
  /** Time of expiry as ISO 8601 in IST, or null if the link comes from a query. */
  readonly expiresAt: string | null;
  /** Time of payment as ISO 8601 in IST, or null for an unpaid link. */
  readonly paidAt: string | null;
}

/** `client.links`: payment links of the legacy API v1. Use `client.payins` for new integrations. */
export class Links {
  readonly #caller: Caller;

  /** @internal Created by the client. */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Creates a payment link. After an unknown outcome, the client retries only a call with `clientRef`. Without
   * `clientRef`, a repeated call would create a second link.
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
   * Queries a payment link by its `linkCode` (spec: GET link-status.php). If `links.create` fails with the outcome
   * `unknown`, repeat it with the same `clientRef` instead.
   *
   * @throws {GatewayError} an `ApiError` with code `not_found` if the link does not exist
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
    currency: data.currency,
    status: data.status,
    payUrl: data.pay_url,
    note: data.note,
    createdAt: data.created_at,
    expiresAt: data.expires_at,
    paidAt: data.paid_at,
  }),
);
