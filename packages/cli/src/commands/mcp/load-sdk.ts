import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** The parts of the protocol's SDK that the server uses. */
export interface ProtocolSdk {
  readonly McpServer: typeof McpServer;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly CallToolRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').CallToolRequestSchema;
  readonly ListToolsRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').ListToolsRequestSchema;
}

/** Loads the SDK of the protocol, which only `inrgate mcp` needs. */
export async function loadProtocolSdk(): Promise<ProtocolSdk> {
  const [{ McpServer }, { StdioServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { CallToolRequestSchema, ListToolsRequestSchema } = types;
  return { McpServer, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema };
}
