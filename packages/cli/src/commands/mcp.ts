import type { Command } from 'commander';
import { Desk } from '../mcp/desk.ts';
import { loadProtocolSdk } from '../mcp/load-sdk.ts';
import { createServer } from '../mcp/server.ts';
import { onCall, type Session } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';

interface Options extends GlobalOptions {
  readonly allowRemote?: true;
}

/** Milliseconds that a gateway of its own may take to close; the editor that waits kills the process after some seconds. */
const closingLimit = 3_000;

/** `inrgate mcp`. */
export function register(command: Command): void {
  command
    .option('--allow-remote', 'let it talk to gateways, and send callbacks, to other machines too')
    .addHelpText(
      'after',
      `
A server of the Model Context Protocol over standard input and output, which the editor starts. It talks to the gateway
that the options, the environment or the profile name, or starts one when the assistant asks for it, and ends with its
input. No tool tells a key. It needs npm install @modelcontextprotocol/sdk beside this command.

The lines for the editor:
  {"mcpServers": {"inrgate": {"command": "npx", "args": ["@inrgate/cli", "mcp"]}}}

Examples:
  $ inrgate mcp
  $ inrgate mcp --profile shop
  $ inrgate mcp --base-url http://127.0.0.1:4301/v3`,
    );
  onCall<Options>(command, async ({ output }, { allowRemote, ...options }) => {
    const version = command.parent?.version() ?? '';
    await serve({ allowRemote: allowRemote ?? false, options, output, version });
  });
}

interface Serving {
  readonly allowRemote: boolean;
  readonly options: GlobalOptions;
  readonly output: Session['output'];
  readonly version: string;
}

async function serve({ allowRemote, options, output, version }: Serving): Promise<void> {
  const sdk = await loadProtocolSdk();
  const desk: Desk = new Desk({
    options,
    env: process.env,
    allowRemote,
    trouble: (error) => output.trouble(desk.secrets.hide(`note: the gateway: ${String(error)}`)),
  });
  const stop = AbortSignal.any([stopSignal(), endOfInput()]);
  const server = createServer(sdk, desk, version);
  await server.connect(new sdk.StdioServerTransport());
  await untilAborted(stop);
  setTimeout(() => process.exit(), closingLimit).unref();
  await server.close();
  await desk.close();
}

/** Whoever started it has gone: nothing more will be asked. */
function endOfInput(): AbortSignal {
  const ended = new AbortController();
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, () => ended.abort());
  return ended.signal;
}
