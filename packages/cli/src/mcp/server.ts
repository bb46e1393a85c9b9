import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { failureOf } from './failure.ts';
import type { ProtocolSdk } from './load-sdk.ts';
import { openObject } from './results.ts';
import type { Tool, ToolCall, ToolResult } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import { tools } from './tools/all.ts';

const instructions = `A mock of an Indian payment gateway, without real money. The tools simulate the shop's signed requests, customers who
pay, operators who approve payouts, and the clock.

First call gateway_status. If no gateway runs, call gateway_start. Save the shop's callback URL with gateway_start or
merchant_update.

If the shop missed a payment, call order_get. If the gateway rejected a request, call request_list. If a signature is wrong,
call signature_explain.

The tools sign requests with the gateway's keys. They never require or return a key. Amounts are strings with two decimals.
The argument mchId selects a merchant of merchant_list. A failed tool returns a code as error, a message and the next step.`;

/**
 * Creates a server with all tools. The caller connects the server.
 *
 * @param version version of the command, which clients can show
 */
export function createServer(sdk: ProtocolSdk, context: ToolContext, version: string): McpServer {
  const server = new sdk.McpServer(
    { name: 'inrgate', title: 'INR payment gateway mock', version },
    { instructions },
  );
  addTools(server, sdk, context);
  return server;
}

/** Registers the tools without the SDK's helper, because that helper reports wrong arguments as text without a code. */
function addTools({ server }: McpServer, sdk: ProtocolSdk, context: ToolContext): void {
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
      const told = { progressToken, progress: done, message: context.secrets.hide(message) };
      sendNotification({ method: 'notifications/progress', params: told }).catch(() => {});
    };
    return called(byName.get(params.name), context, params.arguments, { signal, progress });
  });
}

function listedTool({ name, title, description, annotations, input, output }: Tool): ListedTool {
  const { type, ...result } = jsonSchema(openObject([output]), 'output');
  return {
    ...{ name, title, description, annotations },
    inputSchema: jsonSchema(input, 'input'),
    // Include errors in the schema, because clients validate errors too.
    outputSchema: { type, anyOf: [result, { required: ['error', 'message', 'next'] }] },
  };
}

/**
 * Creates a JSON Schema without keywords that the assistant does not need, because every session of an assistant loads
 * the list of tools. The server itself rejects unknown arguments and invalid values. A result can lack fields.
 */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _default, ...document } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      if (isEmpty(part.additionalProperties)) delete part.additionalProperties;
      delete part.propertyNames;
      if (io === 'output') delete part.required;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  return document as ListedTool['inputSchema'];
}

/** Returns true if a schema states only whether a value may exist. */
function isEmpty(schema: unknown): boolean {
  return typeof schema !== 'object' || Object.keys(schema ?? {}).length === 0;
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
    const told = await tool.run(context, given, call);
    await context.learnNew();
    return answer(told, context);
  } catch (error) {
    // Learn the keys first, because even the error of the first call can contain a key.
    await context.merchants().catch(() => []);
    return failed(await failureOf(error, context.secrets));
  }
}

/** Returns the result as JSON, and as text for clients that read only text. */
function answer({ data, text }: ToolResult, { secrets }: ToolContext): CallToolResult {
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
