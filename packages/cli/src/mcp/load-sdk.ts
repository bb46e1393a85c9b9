import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MissingPackage } from '../output/usage-error.ts';

/** The parts of the protocol's SDK that the server uses. */
export interface ProtocolSdk {
  readonly McpServer: typeof McpServer;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly CallToolRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').CallToolRequestSchema;
  readonly ListToolsRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').ListToolsRequestSchema;
}

/**
 * Loads the SDK of the protocol. The published command contains the SDK, but the command of `npm start` does not.
 *
 * @param load loads the SDK. Tests replace it
 * @throws {MissingPackage}
 */
export async function loadProtocolSdk(load: () => Promise<ProtocolSdk> = imported): Promise<ProtocolSdk> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingPackage('the MCP server is not built. Run: npm run setup', { cause });
  }
}

async function imported(): Promise<ProtocolSdk> {
  const [{ McpServer }, { StdioServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { CallToolRequestSchema, ListToolsRequestSchema } = types;
  return { McpServer, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema };
}
