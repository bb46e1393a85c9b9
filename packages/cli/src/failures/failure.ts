import { alarm, type Output, printable } from '../output/output.ts';
import { type ExitCode, exitCodes, type Fault } from './exit-codes.ts';

/** What the command knows about a call that failed, and its error does not. */
export interface CallFacts {
  /** Whose error codes they are. Default `v3`. */
  readonly api?: 'v1' | 'v3';
  /** What is not known, and what not to do now; said when the outcome is unknown. */
  readonly doubt?: string | undefined;
  /** The command that finds out. */
  readonly findOut?: string | undefined;
}

/** A call that failed; `cause` is the error. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: CallFacts;

  constructor(cause: unknown, facts: CallFacts) {
    super('the call failed', { cause });
    this.facts = facts;
  }
}

/** For a promise's `catch`: adds what the command knows about the call. */
export function failing(facts: CallFacts): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, facts);
  };
}

/** What to do when nobody answers. */
export const startGateway = 'Check the address; `inrgate serve` starts a gateway on this machine.';

/** Reports what was refused before anything was sent; `faults` where a file has been read. */
export function reportUsage(message: string, output: Output, faults?: readonly Fault[]): ExitCode {
  output.failure({ error: 'usage', message, faults }, () => {
    // Of one, the message tells all.
    const lines = faults === undefined || faults.length === 1 ? [] : faults;
    const told = lines.map(({ line, reason }) => `  line ${line}: ${printable(reason)}`);
    return [`${alarm('error:')} ${printable(message)}`, ...told].join('\n');
  });
  return exitCodes.usage;
}
