import {
  alsoMaskingPersonal,
  beginning,
  type Header,
  isMaskedName,
  maskedHeaders,
  maxKeyLength,
  type ShownHeader,
  safeText,
} from '@inrgate/conformance/internal';
import { type KeyName, type Mask, mask } from '@inrgate/sdk/internal';
import { canonicalText } from '@inrgate/sdk/protocol';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';

/** The part of one message that the log stores. */
interface KeptMessage {
  readonly headers: readonly Header[];
  readonly body: string;
  /** True if the body was truncated. */
  readonly cut: boolean;
  /** Length of the whole body in bytes, or null if the body was not read completely. */
  readonly length: number | null;
}

/** A request and its response, for one entry of the log. */
export interface KeptExchange {
  readonly query: string;
  readonly request: KeptMessage;
  readonly response: KeptMessage;
  readonly transportFault: WireResponse['transportFault'] | null;
}

/** A message for display, with masked keys and personal data. */
export interface MaskedMessage {
  /** First line of the message: `POST /v3/payin`, or `200`. */
  readonly line: string;
  readonly headers: readonly ShownHeader[];
  readonly body: string;
  /** Reason why the body is missing or incomplete, or null for a complete body. */
  readonly note: string | null;
}

export interface MaskedExchange {
  readonly request: MaskedMessage;
  readonly response: MaskedMessage;
}

/** The string that the client signed, or the correct string, with a masked key. */
export interface MaskedSignature {
  readonly canonical: string;
  readonly received: string;
  /** The key that created the signature. Null if the key is unknown or the signature was not verified. */
  readonly key: KeyName | null;
}

const maxBody = 8_192;
/** Maximum number of bytes to store. Larger than the shown length, so a key at the cut is masked completely. */
const keptBody = maxBody + maxKeyLength;

const utf8 = new TextDecoder();

/** Stores the part of an exchange that the log shows. */
export function keepExchange(
  request: WireRequest,
  body: Uint8Array | null,
  response: WireResponse,
): KeptExchange {
  const answer =
    typeof response.body === 'string' || response.body instanceof Uint8Array ? response.body : '';
  return {
    query: request.query.slice(0, keptBody),
    request: { headers: request.headers(), ...cutBody(body ?? ''), length: lengthOf(request, body) },
    response: {
      headers: Object.entries(response.headers),
      ...cutBody(answer),
      length: Buffer.byteLength(answer),
    },
    transportFault: response.transportFault ?? null,
  };
}

/** Length of an unread body in bytes, from its header. */
function lengthOf(request: WireRequest, body: Uint8Array | null): number | null {
  if (body !== null) return body.byteLength;
  const declared = request.header('content-length');
  if (declared !== null && /^[0-9]{1,15}$/.test(declared)) return Number(declared);
  return request.method === 'GET' || request.method === 'HEAD' ? 0 : null;
}

function cutBody(body: Uint8Array | string): Pick<KeptMessage, 'body' | 'cut'> {
  const text = typeof body === 'string' ? body.slice(0, keptBody) : utf8.decode(body.subarray(0, keptBody));
  return { body: text, cut: body.length > keptBody };
}

export interface ExchangeContext {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The parameters of the request, or null for an unreadable request. */
  readonly parameters: ReadonlyMap<string, string> | null;
  readonly masked: Mask;
}

export function maskedExchange(
  kept: KeptExchange,
  { method, path, status, parameters, masked: keysMasked }: ExchangeContext,
): MaskedExchange {
  const masked = alsoMaskingPersonal(keysMasked, [kept.query, kept.request.body]);
  const isReadable = parameters !== null;
  return {
    request: {
      line: masked(`${method} ${path}${maskedQuery(kept, masked, isReadable)}`),
      headers: maskedHeaders(kept.request.headers, masked),
      ...maskedBody(kept.request, masked, isReadable),
    },
    response: {
      line: String(status),
      headers: maskedHeaders(kept.response.headers, masked),
      ...maskedBody(kept.response, masked, true),
    },
  };
}

function maskedQuery({ query }: KeptExchange, masked: Mask, isReadable: boolean): string {
  if (query === '') return '';
  return `?${beginning(safeText(query, masked, isReadable), maxBody, query.length === keptBody)}`;
}

function maskedBody(
  { body, cut }: KeptMessage,
  masked: Mask,
  isReadable: boolean,
): Pick<MaskedMessage, 'body' | 'note'> {
  const shown = safeText(body, masked, isReadable);
  const whole = !cut && shown.length <= maxBody;
  return {
    body: beginning(shown, maxBody, cut),
    note: whole ? null : `truncated after ${maxBody.toLocaleString('en')} characters`,
  };
}

/** The string to sign of the stored parameters. Null if the request contains no signature. */
export function maskedSignature(
  parameters: ReadonlyMap<string, string> | null,
  key: KeyName | null,
  masked: Mask,
): MaskedSignature | null {
  const received = parameters?.get('sign') ?? '';
  if (parameters === null || received === '') return null;
  const impersonal = new Map(
    [...parameters].map(([name, value]) => [name, isMaskedName(name) && value !== '' ? mask : masked(value)]),
  );
  const canonical = masked(canonicalText(impersonal, '<key>')).slice(0, maxBody);
  return { canonical, received: masked(received), key };
}
