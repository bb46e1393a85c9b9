import { canonicalText, type KeyName, personalFields } from '@inrgate/sdk/protocol';
import type { Header, WireRequest, WireResponse } from '../http/core/exchange.ts';
import { beginning, maxKeyLength } from './cut.ts';
import { isMaskedName, layersOf, type Mask, mask, withoutMasked, withoutNumbers } from './masking.ts';
import { isSpeltIn, personalValuesIn } from './personal-values.ts';

/** One message of an exchange, as much of it as is kept. */
interface KeptMessage {
  readonly headers: readonly Header[];
  readonly body: string;
  /** Whether there was more of the body. */
  readonly cut: boolean;
  /** Bytes of the whole body; null where it was not read to its end. */
  readonly length: number | null;
}

/** A request and its answer, for whoever looks at one entry of the log. */
export interface KeptExchange {
  readonly query: string;
  readonly request: KeptMessage;
  readonly response: KeptMessage;
  /** What a fault did to the answer on its way. */
  readonly mishap: WireResponse['mishap'] | null;
}

/** One message as it is shown: keys and personal data masked. */
export interface MaskedMessage {
  /** `POST /v3/payin`, or `200`. */
  readonly line: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  /** Why the body is not shown, or not as a whole; null when it is. */
  readonly note: string | null;
}

export interface MaskedExchange {
  readonly request: MaskedMessage;
  readonly response: MaskedMessage;
}

/** The text that was, or should have been, signed; its key masked. */
export interface MaskedSignature {
  readonly canonical: string;
  readonly received: string;
  /** The key that it was right with; null when it was right with none, or was not looked at. */
  readonly key: KeyName | null;
}

const maxBody = 8_192;
/** Bytes; a little more than is shown, so that a key is not cut before it is masked. */
const keptBody = maxBody + maxKeyLength;
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key']);

const utf8 = new TextDecoder();

/** As much of it as is kept. Its texts may be parts of larger ones: whoever keeps it copies it. */
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
    mishap: response.mishap ?? null,
  };
}

/** Of a body that nobody read, what its header says. */
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
  readonly parameters: ReadonlyMap<string, string> | null;
  readonly masked: Mask;
}

export function maskedExchange(kept: KeptExchange, context: ExchangeContext): MaskedExchange {
  const { method, path, status, masked } = context;
  const personal = [kept.query, kept.request.body].flatMap(personalValuesIn);
  return {
    request: {
      line: masked(`${method} ${path}${maskedQuery(kept, context)}`),
      headers: maskedHeaders(kept.request.headers, masked, personal),
      ...maskedBody(kept.request, context),
    },
    response: {
      line: String(status),
      headers: maskedHeaders(kept.response.headers, masked, personal),
      ...maskedBody(kept.response, { ...context, parameters: new Map() }),
    },
  };
}

function maskedQuery({ query }: KeptExchange, context: ExchangeContext): string {
  if (query === '') return '';
  return `?${beginning(safeText(query, context) ?? mask, maxBody, query.length === keptBody)}`;
}

/** Headers whose digits are lengths and times. */
const countingHeaders = new Set([
  ...['age', 'cache-control', 'content-length', 'date', 'expires', 'last-modified', 'retry-after'],
  'strict-transport-security',
]);
/** Headers that the checks read, and that hold no personal data but by a mistake. */
const plainHeaders = new Set(['content-type', 'host']);
/** An account number as people group it. */
const groupedNumber = /\d(?:[ -]?\d){8,}/g;

/**
 * Headers as they may be shown: of those that hold a secret, or personal data in any spelling, the name alone.
 *
 * @param personal data of the exchange, which either side may repeat in a header
 */
export function maskedHeaders(
  headers: readonly Header[],
  masked: Mask,
  personal: readonly string[],
): MaskedMessage['headers'] {
  return headers.map(([name, value]) => ({
    name: isSpeltIn(name, personal) ? mask : masked(name),
    value: shownHeader(name, value),
  }));

  function shownHeader(name: string, value: string): string {
    const plain = name.toLowerCase();
    if (secretHeaders.has(plain) || isPersonalName(plain)) return mask;
    if (countingHeaders.has(plain)) return personal.includes(value) ? mask : masked(value);
    if (isSpeltIn(value, personal)) return mask;
    if (plainHeaders.has(plain)) return masked(value);
    return safeText(value.replace(groupedNumber, mask), { parameters: null, masked }) ?? mask;
  }
}

/** `x-account-number` as `accountNumber`. */
function isPersonalName(name: string): boolean {
  const plain = name.replace(/[^a-z0-9]/g, '');
  return personalFields.some((field) => plain.endsWith(field.toLowerCase()));
}

function maskedBody(
  { body, cut }: KeptMessage,
  context: ExchangeContext,
): Pick<MaskedMessage, 'body' | 'note'> {
  const shown = safeText(body, context);
  if (shown === null) return { body: '', note: 'not shown: something secret in it is escaped' };
  const whole = !cut && shown.length <= maxBody;
  return {
    body: beginning(shown, maxBody, cut),
    note: whole ? null : `cut after ${maxBody.toLocaleString('en')} characters`,
  };
}

/** Without anything secret; null when something secret is escaped, so that it is not where it is looked for. */
export function safeText(
  text: string,
  { parameters, masked }: Pick<ExchangeContext, 'parameters' | 'masked'>,
): string | null {
  // What could not be read into parameters may hold personal data anywhere.
  const impersonal =
    parameters === null ? (part: string) => withoutNumbers(withoutMasked(part)) : withoutMasked;
  const named = impersonal(text);
  for (const layer of layersOf(named)) if (layer === null || impersonal(layer) !== layer) return null;
  const shown = masked(named);
  return shown === mask && text !== mask ? null : shown;
}

/** The text that belongs to the parameters as they are kept; null when there is no signature. */
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
