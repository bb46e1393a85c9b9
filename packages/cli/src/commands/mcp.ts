import type { Command } from 'commander';
import type { Output } from '../output/output.ts';
import { onCall } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';

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
  onCall<Options>(command, ({ output }, options) => serve(output, options, command.parent?.version() ?? ''));
}

async function serve(output: Output, { allowRemote, ...options }: Options, version: string): Promise<void> {
  // Load the server on demand, because the help of the command must start fast.
  const [{ createServer }, { ToolContext }, { StdioServerTransport }] = await Promise.all([
    import('./mcp/server.ts'),
    import('./mcp/tool-context.ts'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const context: InstanceType<typeof ToolContext> = new ToolContext({
    options,
    env: process.env,
    allowRemote: allowRemote ?? false,
    trouble: (error) => output.trouble(context.secrets.hide(`note: error in the gateway: ${String(error)}`)),
  });
  const stop = AbortSignal.any([stopSignal(), endOfInput()]);
  const server = createServer(context, version);
  await server.connect(new StdioServerTransport());
  await untilAborted(stop);
  setTimeout(() => process.exit(), closingLimit).unref();
  await server.close();
  await context.close();
}

function endOfInput(): AbortSignal {
  const ended = new AbortController();
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, () => ended.abort());
  return ended.signal;
}
