import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import * as checks from '../src/mcp/answers/checks.ts';
import * as gateway from '../src/mcp/answers/gateway.ts';
import * as orders from '../src/mcp/answers/orders.ts';
import { tools } from '../src/mcp/tools/all.ts';
import { assistant } from './assistant.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the control API answers, by the name that its document has for it. */
const ofControlApi = {
  Health: gateway.status.shape.health,
  Overview: gateway.overview,
  Settings: gateway.settings,
  MerchantList: gateway.merchants,
  Wallet: gateway.wallet,
  Ledger: gateway.ledger,
  LedgerCheck: gateway.ledgerCheck,
  CallbackList: orders.callbacks,
  CallbackInFull: orders.callbackInFull,
  Settled: orders.settled,
  RequestList: orders.requests,
  RequestInFull: orders.requestInFull,
  EndpointCheck: checks.endpointCheck,
  Clock: gateway.clock,
  FaultList: gateway.faults,
} as const;

const kindsOfOrder = ['PayinList', 'LinkList', 'PayoutList'];

/** Of a merchant the tools tell no keys; what a fault did is told with its kind. */
const untold = ['items[].mchKey', 'items[].mchSecret'];
const open = /\.fault\.|\.mistakes\[\]\.fixes\.|\.action\./;

async function documented(): Promise<Schema> {
  const running = await createMockGateway();
  onTestFinished(() => running.close());
  const { controlUrl } = await running.listen();
  return (await fetch(`${controlUrl}/openapi.json`)).json() as Promise<Schema>;
}

/** `items[].attempts[].url` and the like: everything that an answer can hold. */
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
  return fieldsOf(z.toJSONSchema(schema) as Schema, {});
}

const known = (fields: ReadonlySet<string>) =>
  [...fields].filter((field) => !untold.includes(field) && !open.test(field)).sort();

test('what the control API answers is told field by field, as its own document has it [contract:mcp.answers]', async () => {
  const document = await documented();
  for (const [name, schema] of Object.entries(ofControlApi)) {
    expect(known(told(schema)), name).toEqual(known(componentOf(name, document)));
  }
  const documentedOrders = new Set(kindsOfOrder.flatMap((name) => [...componentOf(name, document)]));
  const withoutDestination = (fields: ReadonlySet<string>) =>
    known(fields).filter((field) => !field.includes('destination.'));
  expect(withoutDestination(told(orders.orders))).toEqual(withoutDestination(documentedOrders));
});

test('every tool says what it answers and how it fails, and the client looks at both [contract:mcp.answers]', async () => {
  const { client } = await assistant();
  const { tools: listed } = await client.listTools();
  for (const { name, outputSchema } of listed) {
    expect(outputSchema, name).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
    const ways = outputSchema?.['anyOf'] as readonly Schema[];
    expect(ways.at(-1), name).toMatchObject({ required: ['error', 'message', 'next'] });
  }
});

test('an answer with more than is known, with another state or with a mask is no mistake', () => {
  const clock = { now: '2026-11-20T15:04:05+05:30', mode: 'slow', zone: 'IST' };
  expect(gateway.clock.safeParse(clock).data).toEqual(clock);
  const narrow = tools.filter(({ output }) =>
    /"(?:(?:pattern|format)":"|additionalProperties":false)/.test(JSON.stringify(z.toJSONSchema(output))),
  );
  expect(narrow.map(({ name }) => name)).toEqual([]);
});
