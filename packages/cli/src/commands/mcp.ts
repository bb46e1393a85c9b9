import type { Command } from 'commander';
import { onCall, type Session } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';
import { loadProtocolSdk } from './mcp/load-sdk.ts';
import { createServer } from './mcp/server.ts';
import { ToolContext } from './mcp/tool-context.ts';

interface Options extends GlobalOptions {
  readonly allowRemote?: true;
}

/** Maximum milliseconds to close the command's own gateway. An editor kills a process that takes longer. */
const closingLimit = 3_000;

export function register(command: Command): void {
  command.option('--allow-remote', 'allow gateways and callback URLs on other machines').addHelpText(
    'after',
    `
Runs a Model Context Protocol server over standard input and output. Your editor starts the server. Select the gateway with
the options, the environment variables or a profile. The assistant can also start a gateway with the tool gateway_start. The
server exits when its input closes. The tools never return keys.

Configuration for your editor:
  {"mcpServers": {"inrgate": {"command": "/path/to/inrgate/bin/inrgate", "args": ["mcp"]}}}

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
  const context: ToolContext = new ToolContext({
    options,
    env: process.env,
    allowRemote,
    trouble: (error) => output.trouble(context.secrets.hide(`note: error in the gateway: ${String(error)}`)),
  });
  const stop = AbortSignal.any([stopSignal(), endOfInput()]);
  const server = createServer(sdk, context, version);
  await server.connect(new sdk.StdioServerTransport());
  await untilAborted(stop);
  setTimeout(() => process.exit(), closingLimit).unref();
  await server.close();
  await context.close();
}

/** Returns a signal that aborts when the editor closes the input. */
function endOfInput(): AbortSignal {
  const ended = new AbortController();
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, () => ended.abort());
  return ended.signal;
}
