import { type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, printable, type Teller } from './output.ts';

/** An error before the first request. The message is the complete explanation. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** Stable code, which is `error` in the JSON output. */
  readonly code: string = 'usage';
}

/** An issue of a file. Contains no value of the file. */
export interface FileFault {
  readonly line: number;
  readonly column?: number;
  readonly reason: string;
}

/** A file is unusable. The error contains all issues of the file. */
export class FaultyFile extends UsageError {
  readonly faults: readonly FileFault[];

  constructor(file: string, faults: readonly FileFault[]) {
    const [first] = faults;
    super(
      first !== undefined && faults.length === 1
        ? `${file}:${first.line}${first.column === undefined ? '' : `:${first.column}`}: ${first.reason}`
        : `${file} has ${faults.length} issues`,
    );
    this.faults = faults;
  }
}

/** The target of a check or a helper command did not respond as required. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Facts about a failed request that are not in its error. */
export interface CallFacts {
  /** API of the error codes. Default `v3`. */
  readonly api?: 'v1' | 'v3';
  readonly doubt?: string | undefined;
  readonly findOut?: string | undefined;
}

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: CallFacts;

  constructor(cause: unknown, facts: CallFacts) {
    super('the call failed', { cause });
    this.facts = facts;
  }
}

/** Creates a handler for a promise's `catch`, which adds facts about the request. */
export function failing(facts: CallFacts): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, facts);
  };
}

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
