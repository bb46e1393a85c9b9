import { v1Errors, v3Errors } from '@inrgate/sdk/protocol';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ToolContext } from './tool-context.ts';

const json = 'application/json';
const markdown = 'text/markdown';

/** Registers the reference for an assistant that writes a shop: signing, error codes and the API. */
export function addResources(server: McpServer, context: ToolContext): void {
  server.registerResource(
    'signing',
    'inrgate://reference/signing',
    {
      title: 'Signatures of requests and callbacks',
      description: 'Steps and key of each signature.',
      mimeType: markdown,
    },
    ({ href }) => ({ contents: [{ uri: href, mimeType: markdown, text: signing }] }),
  );
  server.registerResource(
    'errors',
    'inrgate://reference/errors',
    { title: 'Error codes', description: 'Every error code with its cause and fix.', mimeType: json },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: json, text: JSON.stringify({ v3: v3Errors, v1: v1Errors }) }],
    }),
  );
  server.registerResource(
    'api',
    'inrgate://reference/api',
    {
      title: 'The API as OpenAPI 3.1',
      description: 'Every endpoint and callback with its fields and errors, from the current gateway.',
      mimeType: json,
    },
    async ({ href }) => {
      const text = context.secrets.hide(await openApi(context));
      return { contents: [{ uri: href, mimeType: json, text }] };
    },
  );
}

async function openApi(context: ToolContext): Promise<string> {
  const { url } = await context.control();
  try {
    const response = await fetch(new URL('/openapi.json', url), { redirect: 'error' });
    if (response.ok) return await response.text();
  } catch {
    // The error below covers this case.
  }
  throw new Error(
    'the gateway did not return its OpenAPI document. Call gateway_status, or start a gateway with gateway_start',
  );
}

const signing = `# Signing

1. Take all parameters of the request except \`sign\` and empty values.
2. Sort them by name, byte by byte (ASCII), and join them as \`name=value\` with \`&\`. Use the values exactly as sent, without
   percent-encoding. \`500.00\` is not \`500\`.
3. Append \`&key=\` and the key.
4. \`sign\` is the MD5 of that UTF-8 string, as 32 upper-case hexadecimal digits.

mchKey (API Key) signs pay-ins, their queries and their callbacks. mchSecret (API Secret) signs payouts, their queries and
callbacks, the balance and the legacy links.

Verify a callback on its raw body, before any code parses it. Build the same string from its fields except \`sign\`. Compare
the signs case-insensitively and in constant time. Credit each order only once. Respond with exactly \`success\`.

The tool signature_explain finds the cause of a wrong sign.
`;
