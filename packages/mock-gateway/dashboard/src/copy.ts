import { allOf } from './all-of.ts';
import { javaOf, phpOf, pythonOf, type SignedCall, variable } from './copy-programs.ts';
import { v1Routes, v3Routes } from './tables.ts';
import type { DestinationField, LoggedRequest, Operation, Usual } from './types.ts';

/**
 * Code for one call: a shell command, an inrgate command, and programs in several languages. The code contains
 * variables instead of keys.
 */
export interface Recipes {
  readonly curl: string;
  readonly cli: string;
  readonly typescript: string;
  readonly php: string;
  readonly python: string;
  readonly java: string;
}

type Params = Readonly<Record<string, string>>;
type KeyName = 'mchKey' | 'mchSecret';

/** Replacement of beneficiary data, which the log does not store. */
const masked = '***';

/** Quotes a string for a shell with single quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function unmasked(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name !== 'sign')
      .map(([name, value]) => [name, value === masked ? `<${name}>` : value]),
  );
}

/** Creates code that needs only the shell's or the language's own tools. */
function bare(call: SignedCall): Pick<Recipes, 'curl' | 'php' | 'python' | 'java'> {
  const { address, params, apiKey } = call;
  const curl = apiKey === 'query' ? signedGet(address, params) : signedCurl(call);
  return { curl, php: phpOf(call), python: pythonOf(call), java: javaOf(call) };
}

/** Creates a curl command for a signed JSON call. openssl computes the MD5 of the canonical string with the key. */
function signedCurl({ address, params, key, apiKey }: SignedCall): string {
  const names = Object.keys(params)
    .filter((name) => params[name] !== '')
    .sort();
  const canonical = names.map((name) => `${name}=${params[name]}`).join('&');
  const body = JSON.stringify({ ...params, sign: '' }).slice(0, -2);
  const header = apiKey === 'header' ? ` -H "X-Api-Key: $${variable.mchKey}"` : '';
  return [
    `text=${quoted(canonical)}`,
    signLine(key),
    `curl -sS ${address}${header} -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}"$sign"'"}'`,
  ].join('\n');
}

/**
 * Creates a command for a signed GET, with the API Key as a signed parameter. The key and the values can contain any
 * character.
 */
function signedGet(address: string, params: Params): string {
  const query = Object.entries(params);
  const apiKey = `"api_key=$${variable.mchKey}"`;
  const signed = query.filter(([name, value]) => name !== 'api_key' && value !== '').map(([name]) => name);
  const canonical = [...signed, 'api_key']
    .sort()
    .map((name) => (name === 'api_key' ? apiKey : quoted(`${name}=${params[name]}`)))
    .join("'&'");
  return [
    `text=${canonical}`,
    signLine('mchSecret'),
    `curl -sS -G ${address} --data-urlencode ${apiKey} -d "sign=$sign" \\`,
    `  ${query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`).join(' ')}`,
  ].join('\n');
}

/** Creates the line that computes the sign of `$text`. */
function signLine(key: KeyName): string {
  return `sign=$(printf '%s&key=%s' "$text" "$${variable[key]}" | openssl md5 -r | cut -c1-32 | tr a-f A-F)`;
}

/** Returns the parameters that the command and the client support, by their names. */
function named(params: Params, known: readonly string[]): Params {
  const all = Object.entries(params).map(([name, value]) => [aliases[name] ?? camel(name), value] as const);
  return Object.fromEntries(all.filter(([name, value]) => value !== '' && known.includes(name)));
}

const aliases: Readonly<Record<string, string>> = {
  merchant_order_no: 'mchOrderNo',
  callback_url: 'notifyUrl',
};

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function options(params: Params): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.entries(params)
    .map(([name, value]) => `--${kebab(name)} ${quoted(value)}`)
    .join(' ');
}

function object(params: Params): string {
  const fields = Object.entries(params).map(([name, value]) => `${name}: ${literal(value)}`);
  return fields.length === 0 ? '' : `{ ${fields.join(', ')} }`;
}

/** Gateway URL and merchant that the command uses by default. */
const usual: Usual = { origin: 'http://127.0.0.1:4300', mchId: 'DEMO1001' };

interface Called {
  readonly origin: string;
  readonly isLegacy?: boolean;
}

/** Creates a command for the gateway at this origin. */
export function command(line: string, { origin, isLegacy = false }: Called): string {
  if (origin === usual.origin) return line;
  const legacy = isLegacy ? ` --legacy-base-url ${origin}/v1` : '';
  return `${line} --base-url ${origin}/v3${legacy}`;
}

/** Creates a command for this merchant. The keys come from the environment or a profile. */
function merchantCommand(line: string, mchId: string | null, called: Called): string {
  const isUsual = mchId === null || mchId === usual.mchId;
  return command(isUsual ? line : `${line} --mch-id ${quoted(mchId)}`, called);
}

interface Subject {
  readonly kind: 'payins' | 'payouts' | 'links';
  readonly id: string;
  readonly mchId: string;
}

/** Creates code for the query of an order, as the merchant's server would send it. */
export function askingFor({ kind, id, mchId }: Subject, origin: string): Recipes {
  if (kind === 'links') {
    const address = `${origin}/v1/link-status.php`;
    return {
      ...bare({ address, params: { link_code: id }, key: 'mchSecret', apiKey: 'query' }),
      cli: merchantCommand(`inrgate link get --link-code ${quoted(id)}`, mchId, { origin, isLegacy: true }),
      typescript: `const link = await client.links.retrieve({ linkCode: ${literal(id)} });`,
    };
  }
  const [noun, resource, key] =
    kind === 'payins'
      ? (['payin', 'payins', 'mchKey'] as const)
      : (['payout', 'payouts', 'mchSecret'] as const);
  return {
    ...bare({ address: `${origin}/v3/check-order-status`, params: { mchId, orderNo: id }, key }),
    cli: merchantCommand(`inrgate ${noun} get --order-no ${quoted(id)}`, mchId, { origin }),
    typescript: `const ${noun} = await client.${resource}.retrieve({ orderNo: ${literal(id)} });`,
  };
}

const destinationFields = allOf<DestinationField>({
  bankCode: 0,
  accountName: 0,
  accountNumber: 0,
  ifsc: 0,
  upiId: 0,
  usdtAddress: 0,
});

interface Call {
  readonly command: string;
  readonly takes: readonly string[];
}

const orderQuery = ['mchOrderNo', 'orderNo'];

/** The command of each operation of the client, and the parameters that both support. */
const calls: Readonly<Record<Operation, Call>> = {
  'payins.create': {
    command: 'payin create',
    takes: ['mchOrderNo', 'amount', 'tradeType', 'notifyUrl', 'returnUrl', 'extra'],
  },
  'payins.retrieve': { command: 'payin get', takes: orderQuery },
  'payouts.create': {
    command: 'payout create',
    takes: ['mchOrderNo', 'amount', 'payType', ...destinationFields],
  },
  'payouts.retrieve': { command: 'payout get', takes: orderQuery },
  'balance.retrieve': { command: 'balance', takes: [] },
  'links.create': {
    command: 'link create',
    takes: ['amount', 'note', 'clientRef', 'notifyUrl', 'returnUrl', 'currency'],
  },
  'links.retrieve': { command: 'link get', takes: ['linkCode'] },
};

interface EndpointRoute {
  readonly keys: readonly KeyName[];
  readonly operations: readonly Operation[];
}

/** Creates code that repeats a logged request. Returns null for an unknown endpoint. */
export function repeating(
  request: LoggedRequest & { signedWith?: KeyName | null },
  origin: string,
): Recipes | null {
  const routes: Readonly<Record<string, EndpointRoute>> = { ...v3Routes, ...v1Routes };
  const { keys, operations } = routes[request.endpoint ?? ''] ?? { keys: [], operations: [] };
  const [firstKey = 'mchKey'] = keys;
  const key = request.signedWith ?? firstKey;
  // The key that signed a query decides the kind of its order.
  const operation = operations[keys.indexOf(key)] ?? operations[0];
  if (operation === undefined) return null;
  const { command: words, takes } = calls[operation];
  const isLegacy = Object.hasOwn(v1Routes, request.endpoint ?? '');
  const params = unmasked(request.parameters);
  const own = named(params, takes);
  return {
    ...bare(signedCall(request, { address: `${origin}${request.path}`, params, key })),
    cli: merchantCommand(`inrgate ${words} ${options(own)}`.trim(), request.mchId, { origin, isLegacy }),
    typescript: `const response = await client.${operation}(${object(own)});`,
  };
}

function signedCall({ endpoint }: LoggedRequest, call: SignedCall): SignedCall {
  if (endpoint !== 'create-link' && endpoint !== 'link-status') return call;
  // Remove the API Key, because in the header it is neither a parameter nor signed.
  const { api_key: _, ...params } = call.params;
  return { ...call, params, apiKey: endpoint === 'create-link' ? 'header' : 'query' };
}
