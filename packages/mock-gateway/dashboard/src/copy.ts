import type { LoggedRequest } from './types.ts';

/** How the same call is made: in a shell, with the command, in TypeScript. Keys stand in variables, never here. */
export interface Recipes {
  readonly curl: string;
  readonly cli: string;
  readonly typescript: string;
}

type Params = Readonly<Record<string, string>>;
type KeyName = 'mchKey' | 'mchSecret';

const variable = { mchKey: 'INRGATE_MCH_KEY', mchSecret: 'INRGATE_MCH_SECRET' } as const;
/** What the log does not keep: the beneficiary's data. */
const masked = '***';

/** In single quotes for a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A string literal of TypeScript. */
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

/** A signed JSON call with curl: openssl makes the MD5 of the canonical text and the key. */
function signedCurl(address: string, params: Params, key: KeyName): string {
  const names = Object.keys(params)
    .filter((name) => params[name] !== '')
    .sort();
  const canonical = names.map((name) => `${name}=${params[name]}`).join('&');
  const body = JSON.stringify(params).slice(0, -1);
  return [
    `text=${quoted(canonical)}`,
    `sign=$(printf '%s&key=%s' "$text" "$${variable[key]}" | openssl md5 -r | cut -c1-32 | tr a-f A-F)`,
    `curl -sS ${address} -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}',"sign":"'"$sign"'"}'`,
  ].join('\n');
}

function signedGet(address: string, params: Params): string {
  const query = Object.entries(params).filter(([name]) => name !== 'api_key');
  const names = ['api_key', ...query.map(([name]) => name)].sort();
  const written = (name: string) => (name === 'api_key' ? '%s' : (params[name] ?? '').replaceAll('%', '%%'));
  const canonical = names.map((name) => `${name}=${written(name)}`).join('&');
  return [
    `sign=$(printf ${quoted(`${canonical}&key=%s`)} "$INRGATE_MCH_KEY" "$INRGATE_MCH_SECRET" | openssl md5 -r | cut -c1-32 | tr a-f A-F)`,
    `curl -sS -G ${address} -d "api_key=$INRGATE_MCH_KEY" -d "sign=$sign" \\`,
    `  ${query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`).join(' ')}`,
  ].join('\n');
}

/** The names that the command and the client know. */
function named(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [aliases[name] ?? camel(name), value]),
  );
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

interface Subject {
  readonly kind: 'payins' | 'payouts' | 'links';
  readonly id: string;
  readonly mchId: string;
}

/** How to ask for an order, as its merchant's server would. */
export function askingFor({ kind, id, mchId }: Subject, origin: string): Recipes {
  if (kind === 'links') {
    const address = `${origin}/v1/link-status.php`;
    return {
      curl: signedGet(address, { api_key: '', link_code: id }),
      cli: `inrgate link get --link-code ${quoted(id)}`,
      typescript: `const link = await client.links.retrieve({ linkCode: ${literal(id)} });`,
    };
  }
  const [noun, resource, key] =
    kind === 'payins'
      ? (['payin', 'payins', 'mchKey'] as const)
      : (['payout', 'payouts', 'mchSecret'] as const);
  return {
    curl: signedCurl(`${origin}/v3/check-order-status`, { mchId, orderNo: id }, key),
    cli: `inrgate ${noun} get --order-no ${quoted(id)}`,
    typescript: `const ${noun} = await client.${resource}.retrieve({ orderNo: ${literal(id)} });`,
  };
}

const calls = {
  payin: ['mchKey', 'payin create', 'payins.create'],
  payout: ['mchSecret', 'payout create', 'payouts.create'],
  'check-order-status': ['mchKey', 'payin get', 'payins.retrieve'],
  'check-gateway-balance': ['mchSecret', 'balance', 'balance.retrieve'],
  'create-link': ['mchSecret', 'link create', 'links.create'],
  'link-status': ['mchSecret', 'link get', 'links.retrieve'],
} as const satisfies Record<string, readonly [KeyName, string, string]>;

/** How to make a request of the log again; null for an address that is no endpoint. */
export function repeating(
  request: LoggedRequest & { signedWith?: KeyName | null },
  origin: string,
): Recipes | null {
  const call = calls[request.endpoint as keyof typeof calls];
  if (call === undefined) return null;
  const [usual, command, method] = withdrawalQuery(request) ?? call;
  const params = unmasked(request.parameters);
  const address = `${origin}${request.path}`;
  const { mchId: _mchId, merchant_id: _id, api_key: _key, ...own } = params;
  return {
    curl: curlOf(request, address, params, request.signedWith ?? usual),
    cli: `inrgate ${command} ${options(named(own))}`.trim(),
    typescript: `const answer = await client.${method}(${object(named(own))});`,
  };
}

/** The key tells which orders a query is about. */
function withdrawalQuery({ endpoint, signedWith }: LoggedRequest & { signedWith?: KeyName | null }) {
  const isOne = endpoint === 'check-order-status' && signedWith === 'mchSecret';
  return isOne ? (['mchSecret', 'payout get', 'payouts.retrieve'] as const) : null;
}

function curlOf({ endpoint }: LoggedRequest, address: string, params: Params, key: KeyName): string {
  if (endpoint === 'link-status') return signedGet(address, params);
  if (endpoint !== 'create-link') return signedCurl(address, params, key);
  // In the header, the API Key is no parameter and is not signed.
  const { api_key: _, ...rest } = params;
  return signedCurl(address, rest, key).replace(' -H ', ' -H "X-Api-Key: $INRGATE_MCH_KEY" -H ');
}
