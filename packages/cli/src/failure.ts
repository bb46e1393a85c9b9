import {
  type GatewayError,
  isApiError,
  isConfigurationError,
  isConnectionError,
  isGatewayError,
} from '@inrgate/sdk';
import { v3ErrorInfo } from '@inrgate/sdk/protocol';
import { ControlError } from './control-api.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { alarm, fields, type Output, printable } from './output.ts';

/** A call that failed, with the command that finds out what became of it. */
class CallFailure extends Error {
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

/** Says what went wrong, what it means and what to do; answers the exit code. */
export function report(error: unknown, output: Output): ExitCode {
  if (error instanceof CallFailure) return reportCall(error.cause, output, error.findOut);
  return reportCall(error, output);
}

function reportCall(error: unknown, output: Output, findOut?: string): ExitCode {
  if (error instanceof UsageError || isConfigurationError(error)) return usage(error, output);
  if (error instanceof ControlError) return controlFailure(error, output);
  if (isGatewayError(error)) return gatewayFailure(error, output, findOut);
  const message = error instanceof Error ? error.message : String(error);
  output.failure({ error: 'unexpected', message }, () => `${alarm('error:')} ${printable(message)}`);
  return exitCodes.noAnswer;
}

function usage(error: Error, output: Output): ExitCode {
  output.failure(
    { error: 'usage', message: error.message },
    () => `${alarm('error:')} ${printable(error.message)}`,
  );
  return exitCodes.usage;
}

const startGateway = 'Check the address; `inrgate serve` starts a gateway on this machine.';
const giveToken = 'Set INRGATE_CONTROL_TOKEN to the token that the gateway was started with.';

function controlFailure(error: ControlError, output: Output): ExitCode {
  const { code, status, message } = error;
  const refused = status !== undefined && status < 500 && code !== undefined;
  output.failure({ error: code ?? 'no_answer', status, message }, () =>
    [
      `${alarm(refused ? 'refused:' : 'failed:')} ${printable(message)}`,
      fields({ status, code, 'to do': controlAdvice(status) }),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  );
  return refused ? exitCodes.refused : exitCodes.noAnswer;
}

function controlAdvice(status: number | undefined): string | undefined {
  if (status === undefined) return startGateway;
  return status === 401 ? giveToken : undefined;
}

function gatewayFailure(error: GatewayError, output: Output, findOut: string | undefined): ExitCode {
  const { outcome, attempts } = error;
  const facts = isApiError(error)
    ? { status: error.status, code: error.code, retryAfter: error.retryAfter }
    : {};
  const info = facts.code === undefined ? undefined : v3ErrorInfo(facts.code);
  const unknown = outcome === 'unknown' && findOut !== undefined;
  output.failure(
    {
      error: facts.code ?? error.name,
      ...error.toJSON(),
      meaning: info?.meaning,
      fix: info?.fix,
      ...(unknown && { findOut }),
    },
    () => {
      const refused = outcome === 'rejected' && facts.status !== undefined && facts.status < 500;
      const wait = facts.retryAfter === undefined ? undefined : `${Math.ceil(facts.retryAfter / 1000)} s`;
      return [
        `${alarm(refused ? 'refused:' : 'failed:')} ${printable(error.message)}`,
        fields({
          ...facts,
          retryAfter: wait,
          meaning: info?.meaning,
          'to do': info?.fix ?? (isConnectionError(error) ? startGateway : undefined),
          attempts,
        }),
        ...(unknown
          ? ['It is not known whether the order exists. This finds out:', `  ${printable(findOut)}`]
          : []),
      ].join('\n');
    },
  );
  if (outcome === 'unknown' || facts.status === undefined || facts.status >= 500) return exitCodes.noAnswer;
  return exitCodes.refused;
}
