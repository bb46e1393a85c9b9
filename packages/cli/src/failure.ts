import { type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, type Output, printable } from './output.ts';

/** A call that failed, with the command that finds out what became of it. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly findOut: string;

  constructor(cause: unknown, findOut: string) {
    super('the call failed', { cause });
    this.findOut = findOut;
  }
}

/** For a promise's `catch`: adds the command that finds out what became of the call. */
export function findOutBy(command: string): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, command);
  };
}

/** What to do when nobody answers. */
export const startGateway = 'Check the address; `inrgate serve` starts a gateway on this machine.';

/** Reports what was refused before anything was sent. */
export function reportUsage(message: string, output: Output): ExitCode {
  output.failure({ error: 'usage', message }, () => `${alarm('error:')} ${printable(message)}`);
  return exitCodes.usage;
}
