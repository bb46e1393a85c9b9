import {
  type GatewayError,
  isApiError,
  isConfigurationError,
  isConnectionError,
  isGatewayError,
} from '@inrgate/sdk';
import { v3ErrorInfo } from '@inrgate/sdk/protocol';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { reportUsage, startGateway } from './failure.ts';
import { alarm, fields, type Output, printable } from './output.ts';

/** Reports an error of a call to the gateway; `findOut` is the command that tells what became of it. */
export function reportGateway(error: unknown, output: Output, findOut?: string): ExitCode {
  if (isConfigurationError(error)) return reportUsage(error.message, output);
  if (isGatewayError(error))
    return reportCall(error, output, error.outcome === 'unknown' ? findOut : undefined);
  const message = error instanceof Error ? error.message : String(error);
  output.failure({ error: 'unexpected', message }, () => `${alarm('error:')} ${printable(message)}`);
  return exitCodes.noAnswer;
}

function reportCall(error: GatewayError, output: Output, findOut: string | undefined): ExitCode {
  const code = isApiError(error) ? error.code : undefined;
  const { meaning, fix } = v3ErrorInfo(code ?? '') ?? {
    fix: isConnectionError(error) ? startGateway : undefined,
  };
  const refused = isRefusal(error);
  output.failure({ error: code ?? error.name, ...error.toJSON(), meaning, fix, findOut }, () => {
    const status = 'status' in error ? error.status : undefined;
    const heading = `${alarm(refused ? 'refused:' : 'failed:')} ${printable(error.message)}`;
    const facts = fields({
      status,
      code,
      retryAfter: waitOf(error),
      meaning,
      'to do': fix,
      attempts: error.attempts,
    });
    const unknown = `\nIt is not known whether the order exists. This finds out:\n  ${printable(findOut ?? '')}`;
    return `${heading}\n${facts}${findOut === undefined ? '' : unknown}`;
  });
  return refused ? exitCodes.refused : exitCodes.noAnswer;
}

/** A 4xx, and no attempt before it that may have been carried out. */
function isRefusal(error: GatewayError): boolean {
  return isApiError(error) && error.status < 500 && error.outcome !== 'unknown';
}

function waitOf(error: GatewayError): string | undefined {
  const wait = isApiError(error) ? error.retryAfter : undefined;
  return wait === undefined ? undefined : `${Math.ceil(wait / 1000)} s`;
}
