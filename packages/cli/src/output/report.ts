import { ControlApiError } from '@inrgate/mock-gateway/control';
import { EndedWith, type ExitCode, exitCodes } from './exit-codes.ts';
import { alarm, fields, printable, type Teller } from './output.ts';
import { CallFailure, CheckImpossible, reportUsage, startGateway, UsageError } from './usage-error.ts';

const giveToken = 'Set INRGATE_CONTROL_TOKEN to the control token of the gateway.';

export async function report(error: unknown, output: Teller): Promise<ExitCode> {
  if (error instanceof EndedWith) return error.exitCode;
  if (error instanceof UsageError) return reportUsage(error, output);
  if (error instanceof ControlApiError) return reportControl(error, output);
  if (error instanceof CheckImpossible) return reportCheck(error, output);
  // Load this module on demand, because it loads the client.
  const { reportGateway } = await import('./report-gateway.ts');
  return error instanceof CallFailure
    ? reportGateway(error.cause, output, error.facts)
    : reportGateway(error, output);
}

function reportCheck({ code, message }: CheckImpossible, output: Teller): ExitCode {
  output.failure({ error: code, message }, () => `${alarm('failed:')} ${printable(message)}`);
  return exitCodes.noAnswer;
}

function reportControl({ code, status, message, refused }: ControlApiError, output: Teller): ExitCode {
  output.failure({ error: code ?? 'no_answer', status, message }, () => {
    const heading = `${alarm(refused ? 'rejected:' : 'failed:')} ${printable(message)}`;
    return `${heading}\n${fields({ status, code, fix: controlAdvice(status) })}`.trimEnd();
  });
  return refused ? exitCodes.refused : exitCodes.noAnswer;
}

function controlAdvice(status: number | undefined): string | undefined {
  if (status === undefined) return startGateway;
  return status === 401 ? giveToken : undefined;
}
