import type { GatewayConfig, MockGateway } from '@inrgate/mock-gateway';
import { createMockGateway } from '@inrgate/mock-gateway';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished, vi } from 'vitest';
import { createServer } from '../src/commands/mcp/server.ts';
import { ToolContext, type ToolContextOptions } from '../src/commands/mcp/tool-context.ts';
import { environment } from './inrgate.ts';

export interface ToolAnswer {
  readonly isError: boolean;
  /** The text of the result, which is its JSON. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole message, as sent. */
  readonly whole: string;
}

export interface Assistant {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** Like `call`, but throws for an error. */
  readonly done: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer['data']>;
}

export function callerOf(client: Client): Assistant {
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const text = result.content.map((content) => (content.type === 'text' ? content.text : '')).join('\n');
    return {
      isError: result.isError === true,
      text,
      data: JSON.parse(text),
      whole: JSON.stringify(result),
    };
  };
  const done = async (name: string, args?: Record<string, unknown>) => {
    const { isError, data, text } = await call(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return data;
  };
  return { client, call, done };
}

/** An assistant with its own context in this process. */
export async function assistant(options: Partial<ToolContextOptions> = {}): Promise<Assistant> {
  // Hides the profiles of the user who runs the tests.
  for (const [name, value] of Object.entries(environment({}))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const context = new ToolContext({
    options: {},
    env: {},
    allowRemote: false,
    trouble: () => {},
    ...options,
  });
  const server = createServer(context, '1.0.0');
  const client = new Client({ name: 'a test', version: '1.0.0' });
  const [own, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(own), client.connect(other)]);
  onTestFinished(async () => {
    await client.close();
    await context.close();
  });
  return callerOf(client);
}

/** A running gateway, and an assistant that uses it. */
export async function assistantAt(
  config: GatewayConfig = {},
  context: Partial<ToolContextOptions> = {},
): Promise<Assistant & { readonly gateway: MockGateway }> {
  const gateway = await createMockGateway({ ...config, clock: { now: '2026-11-20T15:04:05+05:30' } });
  onTestFinished(() => gateway.close());
  const { baseUrl } = await gateway.listen();
  return {
    ...(await assistant({ options: { baseUrl, mchId: gateway.merchant.mchId }, ...context })),
    gateway,
  };
}
