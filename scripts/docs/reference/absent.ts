import { createMockGateway, type MockGateway } from '../../../packages/mock-gateway/src/index.ts';
import { GatewayClient } from '../../../packages/sdk/src/index.ts';
import { code, table } from './markdown.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Bodies with and without the optional values. */
interface Observed {
  readonly kind: string;
  readonly bodies: readonly Fields[];
}

/** Creates a table that shows how the gateway writes each absent value, from actual responses. */
export async function absentTable(): Promise<string> {
  const rows = (await observed()).flatMap(({ kind, bodies }) => {
    const names = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
    return names.flatMap((name) => {
      const forms = new Set(bodies.map((body) => formOf(body, name)).filter((form) => form !== null));
      return forms.size === 0 ? [] : [[code(name), kind, [...forms].join(' or ')]];
    });
  });
  const fields = Map.groupBy(rows, ([name, , form]) => `${name}|${form}`);
  return table(
    ['field', 'in', 'absent value'],
    [...fields.values()].map((same) => [
      same[0]?.[0] ?? '',
      same.map(([, kind]) => kind).join(', '),
      same[0]?.[2] ?? '',
    ]),
  );
}

function formOf(body: Fields, name: string): string | null {
  if (!(name in body)) return 'no field';
  if (body[name] === null) return code('null');
  return body[name] === '' ? 'empty string' : null;
}

async function observed(): Promise<readonly Observed[]> {
  const gateway = await createMockGateway({ clock: { mode: 'frozen' } });
  try {
    return [...(await payins(gateway)), ...(await payouts(gateway)), ...(await links(gateway))];
  } finally {
    await gateway.close();
  }
}

const notifyUrl = 'http://127.0.0.1:9/';

/** Creates a client that records the data of each response unchanged. */
async function clientOf({ fetch, baseUrl, legacyBaseUrl, merchant, merchants }: MockGateway) {
  await merchants.update(merchant.mchId, { callbackUrl: notifyUrl });
  const bodies: Fields[] = [];
  const keeping: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { data, ...rest } = (await response.clone().json()) as { data?: Fields };
    bodies.push(data ?? rest);
    return response;
  };
  return { bodies, client: new GatewayClient({ ...merchant, baseUrl, legacyBaseUrl, fetch: keeping }) };
}

/** Adds the bodies of the callbacks of two orders to those of the responses. */
async function withCallbacks(
  { callbacks }: MockGateway,
  kind: string,
  {
    created,
    found,
    orders,
  }: Record<'created' | 'found', readonly Fields[]> & { readonly orders: readonly string[] },
): Promise<readonly Observed[]> {
  const lists = await Promise.all(orders.map((orderNo) => callbacks.list({ orderNo })));
  const sent = lists.flatMap(({ items }) => items.map(({ body }) => JSON.parse(body) as Fields));
  return [
    { kind: `${kind} created`, bodies: created },
    { kind: `${kind} found`, bodies: found },
    { kind: `${kind} callback`, bodies: sent },
  ];
}

async function payins(gateway: MockGateway): Promise<readonly Observed[]> {
  const { bodies, client } = await clientOf(gateway);
  const order = { mchOrderNo: 'P-1', amount: '500.00' };
  const plain = await client.payins.create(order);
  await client.payins.create(order);
  const usdt = await client.payins.create({
    ...order,
    mchOrderNo: 'P-2',
    tradeType: 'usdt',
    extra: 'blue shirt',
  });
  const created = bodies.splice(0);
  await client.payins.retrieve({ mchOrderNo: 'P-1' });
  await gateway.payins.fail(plain.orderNo);
  await gateway.payins.pay(usdt.orderNo, { utr: '412345678901' });
  await client.payins.retrieve({ mchOrderNo: 'P-2' });
  return withCallbacks(gateway, 'pay-in', { created, found: bodies, orders: [plain.orderNo, usdt.orderNo] });
}

async function payouts(gateway: MockGateway): Promise<readonly Observed[]> {
  const { bodies, client } = await clientOf(gateway);
  const order = { mchOrderNo: 'W-1', amount: '500.00', upiId: 'asha@okhdfcbank' };
  const paid = await client.payouts.create(order);
  await client.payouts.create(order);
  const refused = await client.payouts.create({ ...order, mchOrderNo: 'W-2' });
  const created = bodies.splice(0);
  await client.payouts.retrieve({ mchOrderNo: 'W-1' });
  await gateway.payouts.approve(paid.orderNo);
  await gateway.payouts.complete(paid.orderNo, { txid: '8537' });
  await gateway.payouts.reject(refused.orderNo, { message: 'wrong account' });
  await client.payouts.retrieve({ mchOrderNo: 'W-1' });
  return withCallbacks(gateway, 'payout', {
    created,
    found: bodies,
    orders: [paid.orderNo, refused.orderNo],
  });
}

async function links(gateway: MockGateway): Promise<readonly Observed[]> {
  const { bodies, client } = await clientOf(gateway);
  const order = { amount: '500.00', notifyUrl };
  const { linkCode } = await client.links.create(order);
  const named = await client.links.create({ ...order, clientRef: 'INV-42', note: 'blue shirt' });
  const created = bodies.splice(0);
  await client.links.retrieve({ linkCode });
  await gateway.links.pay(linkCode);
  await gateway.links.pay(named.linkCode);
  await client.links.retrieve({ linkCode: named.linkCode });
  return withCallbacks(gateway, 'link', { created, found: bodies, orders: [linkCode, named.linkCode] });
}
