import type { CallbackFormat } from '@inrgate/sdk/internal';
import { formatNames } from '../answer-words.ts';
import type { Answer, CheckRun, PlainDelivery } from '../check-run.ts';
import type { PathFindings } from './obstacle.ts';
import { reencoded, unusualText } from './unusual-body.ts';

/** The first plain callback, in one format. */
export interface Tried extends PlainDelivery {
  readonly format: CallbackFormat;
}

type Changed = Pick<PathFindings, 'obstacle' | 'exchanges' | 'severity'> | null;

/**
 * Sends further test callbacks to detect whether a server in front of the endpoint changes the body. If the endpoint
 * acknowledges one of them, the key is correct.
 */
export async function changedBody(run: CheckRun, tried: readonly Tried[]): Promise<Changed> {
  for (const one of tried) {
    const changed = one.answer.acknowledgement.ok
      ? await changedUnusual(run, one)
      : tried.some(({ answer }) => answer.acknowledgement.ok) && (await changedJson(run, one));
    if (changed) return changed;
  }
  return null;
}

/** Sends a test callback whose body contains other scripts and escapes. */
async function changedUnusual(run: CheckRun, { format, answer: plain }: Tried): Promise<Changed> {
  const what = 'the test callback with other scripts and escapes';
  const unusual = await sendTest(run, { format, what, extra: unusualText, encode: reencoded });
  if (unusual.acknowledgement.ok) return null;
  // If the endpoint now rejects even a plain callback, the unusual body is not the cause.
  const again = await sendTest(run, { format, what: 'the test callback' });
  if (!again.acknowledgement.ok) return null;
  const name = formatNames[format];
  const text = `the endpoint acknowledges ${name}, but rejects ${name} with other scripts and escapes: ${unusual.acknowledgement.reason}`;
  return {
    ...{ obstacle: { id: 'path-body', text }, severity: 'fail' },
    exchanges: [plain.exchange, unusual.exchange, again.exchange],
  };
}

/**
 * Warns if the endpoint rejects JSON and acknowledges the form, which the gateway then uses. Two kinds of endpoint
 * cause no warning. The first accepts only forms, so it treats an empty JSON object in the same way. The second cannot
 * verify the boolean `true`, but accepts a string.
 */
async function changedJson(run: CheckRun, { format, answer: json }: Tried): Promise<Changed> {
  if (format !== 'json') return null;
  const empty = await sendTest(run, { format, what: 'an empty object', encode: () => '{}' });
  if (empty.exchange.received === json.exchange.received) return null;
  const what = 'the test callback with the string true';
  const string = await sendTest(run, { format, what, test: 'true' });
  if (string.acknowledgement.ok || string.exchange.received !== json.exchange.received) return null;
  const text = `the endpoint acknowledges a form and reads JSON, but rejects every signed JSON callback: ${json.acknowledgement.reason}`;
  return {
    ...{ obstacle: { id: 'path-body', text }, severity: 'warn' },
    exchanges: [json.exchange, empty.exchange, string.exchange],
  };
}

interface TestCallback {
  readonly format: CallbackFormat;
  readonly what: string;
  readonly extra?: string;
  readonly test?: true | 'true';
  readonly encode?: (body: string, format: CallbackFormat) => string;
}

/** Sends a test callback, which must never cause a credit. */
function sendTest(run: CheckRun, callback: TestCallback): Promise<Answer> {
  const { format, what, extra = '', test = true, encode = (body) => body } = callback;
  const write = run.writer(format);
  const order = run.madeUp('payin');
  const body = write.signed({ ...write.payin(order, { extra }), test });
  return run.deliver({
    kind: 'test',
    format,
    what: `${what}, ${order.mchOrderNo}`,
    body: encode(body, format),
  });
}
