import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { failureOf } from './failure.ts';
import type { Tool, ToolCall } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import { controlTools } from './tools/control.ts';
import { gatewayTools } from './tools/gateway.ts';
import { orderTools } from './tools/orders.ts';
import { shopTools } from './tools/shop.ts';
import { signatureTools } from './tools/signature.ts';

export const tools: readonly Tool[] = [
  ...gatewayTools,
  ...orderTools,
  ...signatureTools,
  ...shopTools,
  ...controlTools,
];

const instructions = `A mock of an Indian payment gateway, without real money. The tools simulate the shop's signed requests, customers who
pay, operators who approve payouts, and the clock.

First call gateway_status. If no gateway runs, call gateway_start. Save the shop's callback URL with gateway_start or
merchant_update.

If the shop missed a payment, call order_get. If the gateway rejected a request, call request_list. If a signature is wrong,
call signature_explain.

The tools sign requests with the gateway's keys. They never require or return a key. Amounts are strings with two decimals.
The argument mchId selects a merchant of merchant_list. A failed tool returns a code as error, a message and the next step.`;

export function createServer(context: ToolContext, version: string): McpServer {
  const server = new McpServer(
    { name: 'inrgate', title: 'INR payment gateway mock', version },
    { instructions },
  );
  addTools(server, context);
  return server;
}

/** Registers the tools without the SDK's helper, because that helper reports wrong arguments as text without a code. */
function addTools({ server }: McpServer, context: ToolContext): void {
  const listed = tools.map(listedTool);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    let done = 0;
    const progress = (message: string) => {
      if (progressToken === undefined) return;
      done += 1;
      const told = { progressToken, progress: done, message: context.secrets.hide(message) };
      sendNotification({ method: 'notifications/progress', params: told }).catch(() => {});
    };
    return called(byName.get(params.name), context, params.arguments, { signal, progress });
  });
}

const limits = ['propertyNames', 'minimum', 'maximum', 'minLength', 'maxLength'] as const;

/** Leaves out keywords, because every session loads the list. The server itself checks the arguments. */
function listedTool({ name, description, annotations, input }: Tool): ListedTool {
  const { $schema: _default, ...document } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      delete part.additionalProperties;
      for (const limit of limits) delete part[limit];
    },
  });
  return { name, description, annotations, inputSchema: document as ListedTool['inputSchema'] };
}

async function called(
  tool: Tool | undefined,
  context: ToolContext,
  given: unknown,
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    if (tool === undefined)
      return failed({ error: 'unknown_tool', message: 'Unknown tool.', next: 'List the tools.' });
    const data = await tool.run(context, given, call);
    await context.learnNew();
    return answer(context.secrets.hideIn(data));
  } catch (error) {
    // Learn the keys first, because even the error of the first call can contain a key.
    await context.merchants().catch(() => []);
    return failed(await failureOf(error, context.secrets));
  }
}

/** Longest string of a result. An assistant pays for each character, and an argument can contain a megabyte. */
const longestText = 10_000;

/** The result as JSON in the text, once, because every client reads the text. */
function answer(data: unknown): CallToolResult {
  const text = JSON.stringify(data, (_name, value: unknown) =>
    typeof value === 'string' && value.length > longestText
      ? `${value.slice(0, longestText)}… (${value.length} characters)`
      : value,
  );
  return { content: [{ type: 'text', text }] };
}

function failed(failure: Awaited<ReturnType<typeof failureOf>>): CallToolResult {
  return { isError: true, ...answer(failure) };
}
