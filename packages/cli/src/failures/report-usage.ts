import { alarm, type Output, printable } from '../output/output.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { FileFault } from './usage-error.ts';

/** Reports what was refused before anything was sent; `faults` where a file has been read. */
export function reportUsage(message: string, output: Output, faults?: readonly FileFault[]): ExitCode {
  output.failure({ error: 'usage', message, faults }, () => {
    // Of one, the message tells all.
    const lines = faults === undefined || faults.length === 1 ? [] : faults;
    const told = lines.map(({ line, reason }) => `  line ${line}: ${printable(reason)}`);
    return [`${alarm('error:')} ${printable(message)}`, ...told].join('\n');
  });
  return exitCodes.usage;
}

/** What to do when nobody answers. */
export const startGateway = 'Check the address; `inrgate serve` starts a gateway on this machine.';
