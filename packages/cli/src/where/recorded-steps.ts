import type { RecordedExchange } from '@inrgate/conformance';
import { formatIst } from '@inrgate/sdk/internal';
import type { Step } from './step.ts';

/** Returns the exchanges of a recording that contain one of these order numbers. */
export function recordedSteps(
  exchanges: readonly RecordedExchange[],
  numbers: readonly string[],
): readonly Step[] {
  return exchanges.filter((exchange) => namesOneOf(exchange, numbers)).map(stepOf);
}

function namesOneOf({ request, answer }: RecordedExchange, numbers: readonly string[]): boolean {
  const texts = [request.query, textOf(request.body), textOf(answer?.body)];
  return numbers.some((number) =>
    texts.some((text) => text.includes(number) || text.includes(encodeURIComponent(number))),
  );
}

function textOf(body: Uint8Array | null | undefined): string {
  return new TextDecoder().decode(body ?? new Uint8Array());
}

function stepOf({ kind, request, answer, failure, startedAt }: RecordedExchange): Step {
  const name = `recording: ${kind} ${request.method} ${request.path || '/'}`;
  const what = `${name}: ${answer?.status ?? 'no response'}${failure === null ? '' : `, ${failure}`}`;
  const ok = answer !== null && failure === null && answer.status < 400;
  return { at: formatIst(startedAt), what, ok, broken: null };
}
