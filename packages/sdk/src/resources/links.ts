import type { Caller, CallPromise } from '../calls/call.ts';
import { type Endpoint, payable, reader } from '../calls/endpoint.ts';
import type { CallOptions } from '../calls/options.ts';
import { clientRefMaxLength, noteMaxLength } from '../protocol/limits.ts';
import { linkAmountPattern } from '../protocol/money.ts';
import type { Open } from '../protocol/schemas/field.ts';
import { combined } from '../protocol/schemas/field.ts';
import type { Currency, LinkStatus } from '../protocol/schemas/fields.ts';
import { linkReceived } from '../protocol/schemas/readers.ts';
import { shortText, text, url } from './orders.ts';

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

/** spec: POST create-link.php. */
const linkCreate = /* @__PURE__ */ combined(
  (): Endpoint<Link> => ({
    operation: 'links.create',
    target: { api: 'v1', endpoint: 'create-link' },
    key: 'mchSecret',
    rules: {
      amount: {
        required: true,
        accepts: (value) => linkAmountPattern.test(value) && /[1-9]/.test(value),
        meaning: 'a string with up to two decimals and above zero, for example "500.00"',
      },
      note: shortText(noteMaxLength),
      currency: text,
      clientRef: { ...shortText(clientRefMaxLength), wire: 'client_ref', inCallback: true },
      notifyUrl: { ...url, wire: 'notify_url' },
      returnUrl: { ...url, wire: 'return_url' },
    },
    read: payable(readLink),
    echoed: ({ clientRef, amount }) => ({ clientRef, amount }),
    repeatableWith: 'clientRef',
  }),
);

/** spec: GET link-status.php. */
const linkQuery: Endpoint<Link> = {
  operation: 'links.retrieve',
  target: { api: 'v1', endpoint: 'link-status' },
  key: 'mchSecret',
  rules: { linkCode: { meaning: 'text', required: true, wire: 'link_code' } },
  isQuery: true,
  read: readLink,
  echoed: (given) => given,
};

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
    return this.#caller.call(linkCreate, params, options);
  }

  /**
   * Queries a payment link by its `linkCode` (spec: GET link-status.php). If `links.create` fails with the outcome
   * `unknown`, repeat it with the same `clientRef` instead.
   *
   * @throws {GatewayError} an `ApiError` with code `not_found` if the link does not exist
   */
  retrieve(query: { readonly linkCode: string }, options?: CallOptions): CallPromise<Link> {
    return this.#caller.call(linkQuery, query, options);
  }
}
