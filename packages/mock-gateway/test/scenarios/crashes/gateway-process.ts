/**
 * A gateway in its own process: `node gateway-process.ts`. Prints `ready` when it is loaded, reads a line with its
 * options, and prints its URL. The process can kill itself at a statement of its database.
 */
import module from 'node:module';
import { createInterface } from 'node:readline';
import { createMockGateway, type GatewayOptions } from '../../../src/index.ts';
import { inFrontOfStatements } from '../statements.ts';

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => void open(JSON.parse(line)));
// Exit, because the parent process has ended.
lines.once('close', () => process.exit());
// Write the cache now, because a killed process writes no cache.
module.flushCompileCache();
process.stdout.write('ready\n');

interface Told {
  readonly options: GatewayOptions;
  readonly dieAt: number | null;
}

async function open({ options, dieAt }: Told) {
  if (dieAt !== null) killSelfAt(dieAt);
  const gateway = await createMockGateway(options);
  const { url } = await gateway.listen();
  process.stdout.write(`${url}\n`);
}

/** Kills the process before its n-th statement, so a test can cover every point of an operation. */
function killSelfAt(n: number): void {
  let ran = 0;
  inFrontOfStatements((_, run) => {
    ran += 1;
    if (ran === n) process.kill(process.pid, 'SIGKILL');
    return run();
  });
}
