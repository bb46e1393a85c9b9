import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { failure } from './answers/parts.ts';
import type { Desk } from './desk.ts';
import { failureOf } from './failure.ts';
import type { ProtocolSdk } from './load-sdk.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Told, Tool, ToolCall } from './tool.ts';
import { tools } from './tools/all.ts';

const instructions = `A mock of an Indian payment gateway: no real money moves. Its tools play everybody around a shop: the shop's
own signed calls, customers who pay, operators who approve withdrawals, and time. Begin with gateway_status; when nothing
answers, gateway_start. A shop takes callbacks at its callback URL: gateway_start or merchant_update saves it. When the shop
misses a payment look at order_get, when a call of it is refused at request_list, when a signature is wrong use
signature_explain. Keys are never needed and never told: calls are signed here. Amounts are text with two decimals.`;

/**
 * A server with all tools, resources and prompts; to be connected.
 *
 * @param version of the command, which clients show
 */
export function createServer(sdk: ProtocolSdk, desk: Desk, version: string): McpServer {
  const server = new sdk.McpServer(
    { name: 'inrgate', title: 'INR payment gateway mock', version },
    { instructions },
  );
  addTools(server, sdk, desk);
  addResources(server, desk);
  addPrompts(server, desk);
  return server;
}

/** Not registered with the SDK's own helper: that one tells wrong arguments as a text without a code. */
function addTools({ server }: McpServer, sdk: ProtocolSdk, desk: Desk): void {
  const listed = tools.map(listedTool);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    let done = 0;
    const progress = (message: string) => {
      if (progressToken === undefined) return;
      done += 1;
      const told = { progressToken, progress: done, message: desk.secrets.hide(message) };
      // Who has gone needs to hear nothing.
      sendNotification({ method: 'notifications/progress', params: told }).catch(() => {});
    };
    return called(byName.get(params.name), desk, params.arguments, { signal, progress });
  });
}

function listedTool({ name, title, description, annotations, input, output }: Tool): ListedTool {
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as ListedTool['inputSchema'];
  // Clients look at what an error tells, too.
  const outputSchema = { ...z.toJSONSchema(z.union([output, failure])), type: 'object' } as NonNullable<
    ListedTool['outputSchema']
  >;
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...annotations } };
}

async function called(
  tool: Tool | undefined,
  desk: Desk,
  given: unknown,
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    if (tool === undefined)
      return failed({ error: 'unknown_tool', message: 'There is no such tool.', next: 'List the tools.' });
    const told = await tool.run(desk, given, call);
    await desk.learnNew();
    return answer(told, desk);
  } catch (error) {
    // What was wrong may hold a key, also of a gateway that was not talked to yet.
    await desk.merchants().catch(() => []);
    return failed(await failureOf(error, desk.secrets));
  }
}

/** In words and, for clients that read texts alone, as JSON once more. */
function answer({ data, text }: Told, { secrets }: Desk): CallToolResult {
  const structuredContent = secrets.hideIn(data) as Record<string, unknown>;
  return {
    content: [
      { type: 'text', text: secrets.hide(text) },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
  };
}

function failed({ error, message, next, ...facts }: Awaited<ReturnType<typeof failureOf>>): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${error}: ${message}\n${next}` }],
    structuredContent: { error, message, next, ...facts },
  };
}
