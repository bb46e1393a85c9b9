import { createServer } from 'node:http';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../test/support/server.ts';
import { clientWith, failure } from '../../test/support/stub-fetch.ts';
import { gatewayErrorHandler } from './error-handler.ts';

// A customer must not see the gateway's response to the shop as if it were the shop's response.

const replies: readonly (readonly [string, () => Response])[] = [
  ...[400, 401, 403, 404, 409, 422, 429, 503].map(
    (status) => [`${status}`, () => failure(status, 'about_keys', { 'retry-after': '999' })] as const,
  ),
  ['a page with status 404', () => new Response('<html>', { status: 404 })],
];

const rejected = (reply: Response) => clientWith(reply).client.balance.retrieve({ maxRetries: 0 });

async function get(origin: string) {
  const response = await fetch(origin);
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

describe.each(replies)('an uncaught error of %s', (_name, reply) => {
  it.each([
    ['Express 5', express],
    ['Express 4', express4],
  ])('an uncaught SDK error returns 500 on %s', async (_framework, framework) => {
    const app = framework();
    app.set('env', 'test');
    app.get('/', (_request, _response, next) => void rejected(reply()).catch(next));
    app.use(gatewayErrorHandler);
    expect(await get(await listen(createServer(app)))).toEqual({ status: 500, retryAfter: null });
  });

  it('an uncaught SDK error returns 500 on Fastify', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    app.get('/', () => rejected(reply()));
    const response = await app.inject('/');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([500, undefined]);
  });
});

it('the error handler wraps SDK errors and passes every other error unchanged', async () => {
  const next = vi.fn();
  const other = Object.assign(new Error('teapot'), { status: 418 });
  gatewayErrorHandler(other, {} as never, {} as never, next);
  expect(next).toHaveBeenLastCalledWith(other);
  const error = await rejected(failure(401, 'invalid_signature')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 401 });
  gatewayErrorHandler(error, {} as never, {} as never, next);
  expect(next.mock.lastCall?.[0]).toMatchObject({ message: (error as Error).message, cause: error });
  expect(next.mock.lastCall?.[0]).not.toHaveProperty('status');
});

it('a framework can set its own statusCode on an SDK error, as http-errors does', async () => {
  const error = await rejected(failure(401, 'invalid_signature')).catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty('statusCode', 500);
  expect(JSON.stringify(error)).not.toContain('statusCode');
  expect(Object.assign(error as object, { statusCode: 502 })).toHaveProperty('statusCode', 502);
});
