/**
 * A gateway in a process of its own: `node gateway-process.ts`. It prints `ready` when it is loaded, reads on a line what
 * to open, and prints its URL. It can kill itself at a statement of its database.
 */
import module from 'node:module';
import { createInterface } from 'node:readline';
import { openGateway } from '../../../src/gateway.ts';
import type { GatewayOptions } from '../../../src/index.ts';
import { openBackend } from '../../../src/open-backend.ts';
import { inFrontOfStatements } from '../statements.ts';

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => void open(JSON.parse(line)));
// The process that has started it is gone.
lines.once('close', () => process.exit());
// One that is killed writes down nothing at its end.
module.flushCompileCache();
process.stdout.write('ready\n');

interface Told {
  readonly options: GatewayOptions;
  readonly dieAt: number | null;
  /** The default lease if it is left out. */
  readonly leaseMs?: number;
}

async function open({ options, dieAt, ...internal }: Told) {
  if (dieAt !== null) killSelfAt(dieAt);
  const gateway = await openGateway(options, (own) => openBackend(own, internal));
  const { url } = await gateway.listen();
  process.stdout.write(`${url}\n`);
}

/** Before it runs the n-th statement: counted, so that every moment of an operation is one of them. */
function killSelfAt(n: number): void {
  let ran = 0;
  inFrontOfStatements((_, run) => {
    ran += 1;
    if (ran === n) process.kill(process.pid, 'SIGKILL');
    return run();
  });
}
