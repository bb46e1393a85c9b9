import { type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, printable, type Teller } from './output.ts';
import type { FileFault } from './usage-error.ts';

/** What was refused, by its stable code; `faults` where a file has been read. */
interface Refused {
  readonly message: string;
  readonly code?: string;
  readonly faults?: readonly FileFault[];
}

/** Reports what was refused before anything was sent. */
export function reportUsage({ message, code = 'usage', faults }: Refused, output: Teller): ExitCode {
  output.failure({ error: code, message, faults }, () => {
    // Of one, the message tells all.
    const lines = faults === undefined || faults.length === 1 ? [] : faults;
    const told = lines.map(({ line, reason }) => `  line ${line}: ${printable(reason)}`);
    return [`${alarm('error:')} ${printable(message)}`, ...told].join('\n');
  });
  return exitCodes.usage;
}

/** What to do when nobody answers. */
export const startGateway = 'Check the address; `inrgate serve` starts a gateway on this machine.';
