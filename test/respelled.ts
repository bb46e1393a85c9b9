import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Another gateway of the same convention, for tests: it returns our responses with the same meaning and every field in
 * another spelling. A merchant's program must do the same with it.
 *
 * - `respell(json, ways)`: the text of a response.
 * - `respelledFetch(fetch, spelling)`: a `fetch` with such responses, for the client's `fetch` option.
 * - `startRespeller(origin, spelling)`: a proxy before a running gateway, for a command. Its `origin` replaces the
 *   gateway's in every URL. `/v3` and `/v1` are respelled, and the rest (`/_mock`) passes unchanged.
 * - `respellCallback(body, key, ways)`: a JSON callback, signed again.
 *
 * A `Spelling` is an object that may be changed between two requests. Of the fields that it names `without`, none is
 * sent; with `only`, no field but this one is written otherwise.
 */

const amountNames = new Set([
  ...['amount', 'fee', 'netAmount', 'paidAmount', 'totalDebit'],
  ...['balance', 'available', 'frozen', 'total'],
]);
const decimalNames = new Set([...amountNames, 'usdtAmount', 'rate']);
const wordNames = new Set(['status', 'tradeType', 'payType', 'currency', 'network', 'type', 'error']);

/** A field's value as JSON text; undefined leaves the field out. */
type Write = (name: string, value: unknown) => string | undefined;

const asIs: Write = (_name, value) => JSON.stringify(value);

function decimals(write: (shortest: string) => string, names: ReadonlySet<string> = decimalNames): Write {
  return (name, value) => {
    const isDecimal = names.has(name) && typeof value === 'string' && /^-?\d{1,15}\.\d{1,6}$/.test(value);
    return isDecimal ? write(String(Number(value))) : asIs(name, value);
  };
}

function words(write: (word: string) => string): Write {
  return (name, value) =>
    JSON.stringify(wordNames.has(name) && typeof value === 'string' ? write(value) : value);
}

function flags(write: (flag: boolean) => unknown): Write {
  return (_name, value) => JSON.stringify(typeof value === 'boolean' ? write(value) : value);
}

function nothings(write: () => string | undefined): Write {
  return (name, value) => (value === null || value === '' ? write() : asIs(name, value));
}

const withPoint = (shortest: string) => (shortest.includes('.') ? shortest : `${shortest}.0`);

/** The ways to write one field otherwise. */
const writers = {
  /** `"500"`, `"500.5"` */
  'amounts as short as can be': decimals((shortest) => `"${shortest}"`),
  /** `"500.0"` */
  'amounts with one decimal': decimals((shortest) => `"${withPoint(shortest)}"`),
  /** `"500.00000000"` */
  'amounts with many decimals': decimals((shortest) => `"${withPoint(shortest)}0000000"`),
  /** `500`, `500.5` */
  'amounts as numbers': decimals((shortest) => shortest),
  /** `500.0`, as Java and Python write it. */
  'amounts as numbers with a decimal': decimals(withPoint),
  'words in upper case': words((word) => word.toUpperCase()),
  'words in lower case': words((word) => word.toLowerCase()),
  'words with a capital': words((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()),
  /** `"true"` */
  'flags as text': flags(String),
  /** `"True"` */
  'flags as Python writes them': flags((flag) => (flag ? 'True' : 'False')),
  /** `1` */
  'flags as numbers': flags(Number),
  /** `"1"` */
  'flags as numbers in text': flags((flag) => (flag ? '1' : '0')),
  'numbers as text': ((name, value) =>
    asIs(name, typeof value === 'number' ? String(value) : value)) satisfies Write,
  /** Every text of digits, as PHP's JSON_NUMERIC_CHECK does it. */
  'digits as numbers': ((name, value) =>
    typeof value === 'string' && /^[1-9]\d*$/.test(value) ? value : asIs(name, value)) satisfies Write,
  'nothing as null': nothings(() => 'null'),
  'nothing as the empty text': nothings(() => '""'),
  'nothing left out': nothings(() => undefined),
} as const satisfies Record<string, Write>;

/** The ways to write an object otherwise. */
const orders = ['fields in another order', 'more fields'] as const;

export type Way = keyof typeof writers | (typeof orders)[number];

/** Each of them, to be tried one at a time. */
export const ways: readonly Way[] = [...(Object.keys(writers) as (keyof typeof writers)[]), ...orders];

/** As many of them at a time as there can be. */
export const allTogether: readonly Way[] = [
  'amounts as numbers with a decimal',
  'words in upper case',
  'flags as numbers',
  'numbers as text',
  'digits as numbers',
  'nothing left out',
  ...orders,
];

export interface Spelling {
  ways: readonly Way[];
  /** The only field that is written otherwise. */
  only?: string | undefined;
  /** Fields that are not sent at all. */
  without?: readonly string[] | undefined;
}

/** Fields that no gateway has. `alias` is an unknown name made of a known one. */
const additional = { apiVersion: '3.7', merchantAlias: 'amount', retries: 0, sandbox: false };

/** The JSON text of a response in another spelling. Text that is no JSON object stays. */
export function respell(json: string, spelling: Spelling): string {
  if (!json.startsWith('{')) return json;
  const moreFields = { ...additional, meta: { amount: '1.00', list: [1, { status: 'failed' }] } };
  return writeObject(JSON.parse(json), spelling, moreFields);
}

function writeObject(value: object, spelling: Spelling, moreFields: object): string {
  const fields = writtenFields(value, spelling, moreFields);
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`;
}

/** The names with the JSON texts of their values. */
function writtenFields(
  value: object,
  spelling: Spelling,
  moreFields: object,
): readonly (readonly [string, string])[] {
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const text = writeField(name, field, spelling);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (spelling.ways.includes('more fields')) {
    fields.unshift(
      ...Object.entries(moreFields).map(([name, field]) => [name, JSON.stringify(field)] as const),
    );
  }
  return spelling.ways.includes('fields in another order') ? fields.reverse() : fields;
}

function writeField(name: string, value: unknown, spelling: Spelling): string | undefined {
  if (spelling.without?.includes(name)) return undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return writeObject(value, spelling, additional);
  }
  if (spelling.only !== undefined && spelling.only !== name) return JSON.stringify(value);
  const same = JSON.stringify(value);
  for (const way of spelling.ways) {
    if (!(way in writers)) continue;
    const text = writers[way as keyof typeof writers](name, value);
    if (text !== same) return text;
  }
  return same;
}

/** A JSON callback in another spelling, signed over the new strings as the specification requires. */
export function respellCallback(body: string, key: string, spelling: Spelling): string {
  const { sign: _old, ...callback } = JSON.parse(body) as Record<string, unknown>;
  const fields = writtenFields(callback, spelling, additional);
  const signed = fields
    .map(([name, text]) => [name, text.startsWith('"') ? String(JSON.parse(text)) : text] as const)
    .filter(([, text]) => text !== '' && text !== 'null')
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([name, text]) => `${name}=${text}`);
  const sign = createHash('md5')
    .update(`${[...signed, `key=${key}`].join('&')}`)
    .digest('hex');
  const written = [...fields, ['sign', JSON.stringify(sign.toUpperCase())] as const];
  return `{${written.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`;
}

/** A `fetch` whose JSON responses have another spelling. */
export function respelledFetch(
  fetch: (request: Request) => Promise<Response>,
  spelling: Spelling,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    const { status, headers } = response;
    return new Response(respell(await response.text(), spelling), { status, headers });
  };
}

export interface Respeller {
  /** Stands for the gateway's own, in its base URLs too. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A proxy on a free port before the gateway of this origin, such as `http://127.0.0.1:4300`. */
export async function startRespeller(origin: string, spelling: Spelling): Promise<Respeller> {
  const server = createServer((request, response) => {
    forward(origin, spelling, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of the connection, not of the message; and the length is another afterwards. */
const ownHeaders = new Set([
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
]);

async function forward(
  origin: string,
  spelling: Spelling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const body = await buffer(request);
  const answer = await fetch(origin + url, {
    method,
    headers,
    redirect: 'manual',
    ...(body.length === 0 ? {} : { body }),
  });
  const text = await answer.text();
  const kept = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
  response.writeHead(answer.status, Object.fromEntries(kept));
  response.end(/^\/v[13]\//.test(url) ? respell(text, spelling) : text);
}
