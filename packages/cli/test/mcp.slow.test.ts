import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf } from './assistant.ts';
import { serveInProcess } from './in-process.ts';
import { command, environment } from './inrgate.ts';

/** The protocol SDK's client, connected to the built command. */
async function connected(args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...args],
    env: environment({}),
    stderr: 'pipe',
  });
  const errors: Buffer[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { ...callerOf(client), transport, stderr: () => Buffer.concat(errors).toString() };
}

test('the MCP server lets an editor start a gateway and pay an order', async () => {
  const { client, done, transport, stderr } = await connected();
  expect(client.getServerVersion()).toMatchObject({ name: 'inrgate', version: expect.stringMatching(/^\d/) });
  expect(client.getInstructions()).toContain('gateway_start');
  const { baseUrl } = await done('gateway_start', { port: 0 });
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  expect(await done('order_pay', { order: 'ORDER-1' })).toMatchObject({ status: 'success' });
  await client.close();
  expect(transport.pid).toBeNull();
  expect(stderr()).toBe('');
  // The gateway that the command started must have ended too.
  await expect(fetch(String(baseUrl))).rejects.toThrow('fetch failed');
});

test('the MCP server uses a running gateway and leaves the gateway running', async () => {
  const { ready, stop } = await serveInProcess();
  onTestFinished(() => void stop());
  const { client, done } = await connected(['--base-url', ready.baseUrl]);
  expect(await done('gateway_status')).toMatchObject({ baseUrl: ready.baseUrl, ownGateway: false });
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  await client.close();
  const payins = await fetch(`${ready.controlUrl}/payins`).then((response) => response.json());
  expect(payins).toMatchObject({ items: [{ mchOrderNo: 'ORDER-1', status: 'pending' }] });
});

test('the MCP server prints only the protocol on standard output, and stops when its input ends', async () => {
  const child = spawn(process.execPath, [command, 'mcp'], { env: environment({}), stdio: 'pipe' });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const messages = [
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'a test', version: '1.0.0' },
      },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
      params: { name: 'gateway_start', arguments: { port: 0 } },
    },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('"id":2') && resolve());
  });
  child.stdin.end();
  const [stdout, stderr, [code]] = await ended;
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 2, result: { content: [{ text: expect.stringContaining('"ownGateway":true') }] } },
  ]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('the MCP server stops on %s', async (signal) => {
  const { done, transport } = await connected();
  const { baseUrl } = await done('gateway_start', { port: 0 });
  const gone = new Promise<void>((resolve) => {
    transport.onclose = () => resolve();
  });
  process.kill(Number(transport.pid), signal);
  await gone;
  await expect(fetch(String(baseUrl))).rejects.toThrow('fetch failed');
});
