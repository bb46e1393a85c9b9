import {
  type GatewayError,
  isApiError,
  isConfigurationError,
  isConnectionError,
  isGatewayError,
} from '@inrgate/sdk';
import { v1ErrorInfo, v3ErrorInfo } from '@inrgate/sdk/internal';
import type { ErrorInfo } from '@inrgate/sdk/protocol';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, fields, printable, type Teller } from './output.ts';
import type { CallFacts } from './usage-error.ts';
import { reportUsage, startGateway } from './usage-error.ts';

export function reportGateway(error: unknown, output: Teller, facts: CallFacts = {}): ExitCode {
  if (isConfigurationError(error)) return reportUsage({ message: error.message }, output);
  if (isGatewayError(error)) return reportCall(error, output, facts);
  const message = error instanceof Error ? error.message : String(error);
  output.failure({ error: 'unexpected', message }, () => `${alarm('error:')} ${printable(message)}`);
  return exitCodes.noAnswer;
}

function reportCall(error: GatewayError, output: Teller, facts: CallFacts): ExitCode {
  const code = isApiError(error) ? error.code : undefined;
  const { meaning, fix } = adviceOn(error, facts);
  const refused = isRefusal(error);
  const { doubt, findOut } = error.outcome === 'unknown' ? facts : {};
  output.failure({ error: code ?? error.name, ...error.toJSON(), meaning, fix, doubt, findOut }, () => {
    const heading = `${alarm(refused ? 'rejected:' : 'failed:')} ${printable(error.message)}`;
    const details = fields({
      status: 'status' in error ? error.status : undefined,
      code,
      retryAfter: waitOf(error),
      meaning,
      fix,
      attempts: error.attempts,
    });
    return [heading, details, ...conclusion(error, { doubt, findOut })].join('\n');
  });
  return refused ? exitCodes.refused : exitCodes.noAnswer;
}

/** States whether the request had an effect. If this is unknown, states how to find out. */
function conclusion(error: GatewayError, { doubt, findOut }: CallFacts): readonly string[] {
  if (error.outcome === 'not_sent') return ['No request was sent.'];
  const lines = doubt === undefined ? [] : [doubt];
  return findOut === undefined ? lines : [...lines, 'To query the outcome, run:', `  ${printable(findOut)}`];
}

function adviceOn(error: GatewayError, { api }: CallFacts): Partial<Pick<ErrorInfo, 'meaning' | 'fix'>> {
  if (isConnectionError(error)) return { fix: startGateway };
  if (!isApiError(error)) return {};
  return (api === 'v1' ? v1ErrorInfo(error.code, error.status) : v3ErrorInfo(error.code)) ?? {};
}

/** Returns true for a 4xx, unless an earlier attempt may have had an effect. */
function isRefusal(error: GatewayError): boolean {
  return isApiError(error) && error.status < 500 && error.outcome !== 'unknown';
}

function waitOf(error: GatewayError): string | undefined {
  const wait = isApiError(error) ? error.retryAfter : undefined;
  return wait === undefined ? undefined : `${Math.ceil(wait / 1000)} s`;
}
