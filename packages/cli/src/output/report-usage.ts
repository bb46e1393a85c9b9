import { type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, printable, type Teller } from './output.ts';
import type { FileFault } from './usage-error.ts';

interface Refused {
  readonly message: string;
  readonly code?: string;
  readonly faults?: readonly FileFault[];
}

export function reportUsage({ message, code = 'usage', faults }: Refused, output: Teller): ExitCode {
  output.failure({ error: code, message, faults }, () => {
    // The message of a single issue needs no list.
    const lines = faults === undefined || faults.length === 1 ? [] : faults;
    const told = lines.map(({ line, reason }) => `  line ${line}: ${printable(reason)}`);
    return [`${alarm('error:')} ${printable(message)}`, ...told].join('\n');
  });
  return exitCodes.usage;
}

export const startGateway = 'Check the URL, or start a gateway on this machine with `inrgate serve`.';
