import { createMockGateway } from '@inrgate/mock-gateway';
import { controlResponses } from '@inrgate/mock-gateway/internal';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import * as orders from '../src/mcp/answers/orders.ts';
import * as shop from '../src/mcp/answers/shop.ts';
import { openObject } from '../src/mcp/results.ts';
import { tools } from '../src/mcp/tools/all.ts';
import { assistant, assistantAt } from './assistant.ts';

type Schema = Readonly<Record<string, unknown>>;

const lists = ['PayinList', 'LinkList', 'PayoutList'] as const;

/** Components of the control API's document that tools return in their results. */
const components = [
  ...(['Health', 'Overview', 'Settings', 'MerchantList', 'Wallet', 'Ledger', 'LedgerCheck'] as const),
  ...([
    'CallbackList',
    'CallbackInFull',
    'Settled',
    'RequestList',
    'RequestInFull',
    'EndpointCheck',
  ] as const),
  ...(['Clock', 'FaultList', ...lists] as const),
];

/** Fields that tools omit, because they contain the keys of merchants. */
const untold = ['items[].mchKey', 'items[].mchSecret'];

async function documented(): Promise<Schema> {
  const running = await createMockGateway();
  onTestFinished(() => running.close());
  const { controlUrl } = await running.listen();
  return (await fetch(`${controlUrl}/openapi.json`)).json() as Promise<Schema>;
}

/** Returns the paths of all fields that a result can contain, for example `items[].attempts[].url`. */
function fieldsOf(schema: Schema, document: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref, properties, items, anyOf, oneOf } = node as Record<string, unknown>;
    if (typeof $ref === 'string') {
      const [, ...path] = $ref.split('/');
      walk(
        path.reduce<unknown>((inner, name) => (inner as Schema)[name], document),
        at,
      );
    }
    walk(items, `${at}[]`);
    for (const inner of [anyOf, oneOf].flat()) walk(inner, at);
    for (const [name, inner] of Object.entries(properties ?? {})) {
      const field = at === '' ? name : `${at}.${name}`;
      found.add(field);
      walk(inner, field);
    }
  };
  walk(schema, '');
  return found;
}

function componentOf(name: string, document: Schema): ReadonlySet<string> {
  return fieldsOf({ $ref: `#/components/schemas/${name}` }, document);
}

function told(schema: z.ZodType): ReadonlySet<string> {
  return fieldsOf(z.toJSONSchema(openObject([schema])) as Schema, {});
}

const known = (fields: ReadonlySet<string>) => [...fields].filter((field) => !untold.includes(field)).sort();

test('the tools return the fields that the OpenAPI document of the control API describes [contract:mcp.answers]', async () => {
  const document = await documented();
  for (const name of components) {
    expect(known(told(controlResponses[name])), name).toEqual(known(componentOf(name, document)));
  }
  const documentedOrders = new Set(lists.flatMap((name) => [...componentOf(name, document)]));
  expect(known(told(orders.orders))).toEqual(known(documentedOrders));
});

test('the result of each signed request matches its schema, which lists all its fields', async () => {
  const { done } = await assistantAt();
  const results = [
    [shop.signedPayin, await done('payin_create', { mchOrderNo: 'P-1', amount: '500.00' })],
    [
      shop.signedPayout,
      await done('payout_create', { mchOrderNo: 'W-1', amount: '500.00', upiId: 'asha@okhdfcbank' }),
    ],
    [shop.signedLink, await done('link_create', { amount: '500.00' })],
    [shop.signedWallet, await done('order_query', { what: 'balance' })],
  ] as const;
  for (const [schema, result] of results) {
    expect(schema.safeParse(result).error).toBeUndefined();
    expect(Object.keys(result).sort()).toEqual(Object.keys(schema.shape).sort());
  }
});

test('every tool describes its result and its errors for the client [contract:mcp.answers]', async () => {
  const { client } = await assistant();
  const { tools: listed } = await client.listTools();
  for (const { name, outputSchema } of listed) {
    expect(outputSchema, name).toEqual({
      type: 'object',
      anyOf: [{ properties: expect.anything() }, { required: ['error', 'message', 'next'] }],
    });
  }
});

test('a tool result with an unknown field, an unknown state or a masked value is valid', () => {
  const clock = { now: '2026-11-20T15:04:05+05:30', mode: 'slow', zone: 'IST' };
  expect(openObject([controlResponses.Clock]).safeParse(clock).data).toEqual(clock);
  const narrow = tools.filter(({ output }) =>
    /"(?:(?:pattern|format|const)":"|enum":\[|additionalProperties":false)/.test(
      JSON.stringify(z.toJSONSchema(openObject([output]))),
    ),
  );
  expect(narrow.map(({ name }) => name)).toEqual([]);
});

test('a result schema combines the types of a field that differs between the kinds of a result', () => {
  const one = z.object({ at: z.iso.datetime(), sent: z.object({ body: z.literal('a') }) });
  const other = z.object({
    at: z.union([z.int(), z.literal('never')]).nullable(),
    sent: z.object({ size: z.int().optional() }),
    mchKey: z.string(),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(openObject([z.union([one, other])]));
  expect(schema).toMatchObject({
    properties: {
      at: { type: ['string', 'number', 'null'] },
      sent: { properties: { body: { type: 'string' }, size: { type: 'number' } } },
    },
  });
  expect(Object.keys(schema.properties ?? {})).toEqual(['at', 'sent']);
});

test('the list of tools has at most 62,000 bytes, because every session of an assistant loads the list', async () => {
  const { client } = await assistant();
  expect(Buffer.byteLength(JSON.stringify(await client.listTools()))).toBeLessThanOrEqual(62_000);
});
