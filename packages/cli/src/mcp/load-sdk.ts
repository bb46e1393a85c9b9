import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MissingPackage } from '../output/usage-error.ts';

/** What is taken from the protocol's SDK. */
export interface ProtocolSdk {
  readonly McpServer: typeof McpServer;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly CallToolRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').CallToolRequestSchema;
  readonly ListToolsRequestSchema: typeof import('@modelcontextprotocol/sdk/types.js').ListToolsRequestSchema;
}

/**
 * The SDK of the protocol, which is installed by who wants this command: the others do not need it.
 *
 * @param load as it is imported; a test lets it be missing
 * @throws {MissingPackage}
 */
export async function loadProtocolSdk(load: () => Promise<ProtocolSdk> = imported): Promise<ProtocolSdk> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingPackage(
      'the Model Context Protocol needs its SDK beside the command: npm install @modelcontextprotocol/sdk',
      {
        cause,
      },
    );
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
