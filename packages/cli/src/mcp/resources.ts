import { v1Errors, v3Errors } from '@inrgate/sdk/protocol';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Desk } from './desk.ts';

const json = 'application/json';
const markdown = 'text/markdown';

/** What an assistant reads to write a shop: how requests are signed, what errors mean, the API itself. */
export function addResources(server: McpServer, desk: Desk): void {
  server.registerResource(
    'signing',
    'inrgate://reference/signing',
    {
      title: 'How requests and callbacks are signed',
      description: 'The steps, with which key.',
      mimeType: markdown,
    },
    ({ href }) => ({ contents: [{ uri: href, mimeType: markdown, text: signing }] }),
  );
  server.registerResource(
    'errors',
    'inrgate://reference/errors',
    { title: 'Error codes', description: 'Every error code with its cause and what to do.', mimeType: json },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: json, text: JSON.stringify({ v3: v3Errors, v1: v1Errors }) }],
    }),
  );
  server.registerResource(
    'api',
    'inrgate://reference/api',
    {
      title: 'The API as OpenAPI 3.1',
      description: 'Every endpoint and callback with its fields and errors, from the gateway in use.',
      mimeType: json,
    },
    async ({ href }) => {
      const text = desk.secrets.hide(await openApi(desk));
      return { contents: [{ uri: href, mimeType: json, text }] };
    },
  );
}

async function openApi(desk: Desk): Promise<string> {
  const { url } = await desk.control();
  try {
    const response = await fetch(new URL('/openapi.json', url), { redirect: 'error' });
    if (response.ok) return await response.text();
  } catch {
    // Nobody there; said below.
  }
  throw new Error('no gateway answers with its API: call gateway_status, or gateway_start to start one');
}

const signing = `# Signing

1. Take all parameters of the request but \`sign\`; leave out those whose value is empty.
2. Sort them by name, byte by byte (ASCII), and join them as \`name=value\` with \`&\`. Values are the literal text that is
   sent: no percent-encoding, \`500.00\` is not \`500\`.
3. Append \`&key=\` and the key.
4. \`sign\` is the MD5 of that text in UTF-8, as 32 upper-case hexadecimal digits.

Pay-ins, their queries and their callbacks are signed with mchKey (API Key); withdrawals, their queries and callbacks, the
balance and the legacy links with mchSecret (API Secret).

A callback is verified on its raw body, before anything else parses it: the same text from its fields but \`sign\`, compared
without regard to case and in constant time. Then: credit once for each order, answer exactly \`success\`.

The tool signature_explain says what is wrong with a sign.
`;
