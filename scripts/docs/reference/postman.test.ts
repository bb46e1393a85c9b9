import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { v1Routes, v3Routes } from '../../../packages/sdk/src/internal.ts';
import { root } from '../site/pages.ts';
import type { Document } from './openapi.ts';
import { postmanCollection } from './postman.ts';

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly body?: { readonly raw: string };
    readonly url: {
      readonly raw: string;
      readonly query?: readonly { readonly key: string; readonly value: string }[];
    };
  };
}

interface Collection {
  readonly item: readonly Item[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly event: readonly {
    readonly listen: string;
    readonly script: { readonly exec: readonly string[] };
  }[];
}

const file = path.join(root, 'docs/reference/inrgate.postman_collection.json');

async function openGateway() {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const response = await gateway.fetch(new URL('/openapi.json', gateway.baseUrl));
  return { gateway, wire: (await response.json()) as Document };
}

it('the Postman collection matches the file that vitest -u writes from the OpenAPI document', async () => {
  const { wire } = await openGateway();
  await expect(postmanCollection(wire)).toMatchFileSnapshot(file);
});

/** The part of Postman's sandbox that the scripts use. */
class Sandbox {
  readonly #values: Map<string, string>;

  constructor(variable: Collection['variable'], changed: Readonly<Record<string, string>>) {
    this.#values = new Map([
      ...variable.map(({ key, value }) => [key, value] as const),
      ...Object.entries(changed),
    ]);
  }

  fill(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => this.#values.get(name) ?? '');
  }

  /** Runs the script before a request, and returns the sent request. */
  sign({ request }: Item, script: string) {
    const query = new Map(request.url.query?.map(({ key, value }) => [key, value]));
    const sent = { body: request.body?.raw };
    const variables = {
      get: (name: string) => this.#values.get(name),
      replaceIn: (text: string) => this.fill(text),
    };
    const pm = {
      request: {
        method: request.method,
        url: {
          getPath: () => new URL(this.fill(request.url.raw)).pathname,
          query: {
            toObject: () => Object.fromEntries(query),
            upsert: ({ key, value }: { key: string; value: string }) => query.set(key, value),
          },
        },
        body: { raw: request.body?.raw, update: (text: string) => (sent.body = text) },
      },
      collectionVariables: { set: (name: string, value: string) => this.#values.set(name, value) },
      variables,
    };
    const MD5 = (text: string) => createHash('md5').update(text).digest('hex');
    runInNewContext(script, { pm, require: () => ({ MD5 }) });
    const url = new URL(this.fill(request.url.raw));
    for (const [name, value] of query) url.searchParams.set(name, this.fill(value));
    return { url, body: sent.body === undefined ? null : this.fill(sent.body) };
  }

  /** Runs the script after a response. Returns the names of the tests that passed. */
  check(script: string, status: number, answer: unknown): readonly string[] {
    const passed: string[] = [];
    const pm = {
      test: (name: string, body: () => void) => {
        body();
        passed.push(name);
      },
      response: {
        to: { have: { status: (wanted: number) => expect(status, JSON.stringify(answer)).toBe(wanted) } },
        json: () => answer,
      },
      collectionVariables: { set: (name: string, value: string) => this.#values.set(name, value) },
    };
    runInNewContext(script, { pm });
    return passed;
  }
}

it('the scripts of the collection sign each request with a signature that the gateway accepts', async () => {
  const { gateway } = await openGateway();
  const { item, variable, event } = JSON.parse(readFileSync(file, 'utf8')) as Collection;
  const script = (listen: string) => event.find((one) => one.listen === listen)?.script.exec.join('\n') ?? '';
  const { baseUrl, legacyBaseUrl } = gateway;
  const sandbox = new Sandbox(variable, { baseUrl, legacyBaseUrl });
  expect(item).toHaveLength(Object.keys({ ...v3Routes, ...v1Routes }).length);
  for (const one of item) {
    const { url, body } = sandbox.sign(one, script('prerequest'));
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(url, { method: one.request.method, headers, body });
    const passed = sandbox.check(script('test'), response.status, await response.json());
    expect([one.name, passed]).toEqual([one.name, ['the gateway accepts the request']]);
  }
});
