import { amountPattern, type Paise, parseAmount } from '@inrgate/sdk/protocol';
import * as z from 'zod';
import { CheckError } from './check-error.ts';

/** How often and with how much in all an order was credited: what a probe answers. */
export interface Credited {
  /** How often. */
  readonly count: number;
  /** INR, two decimals. */
  readonly amount: string;
}

/** Who is asked: a function, or an address that answers `GET URL?mchOrderNo=…`. */
export type Probe = string | ((mchOrderNo: string) => Credited | Promise<Credited>);

/** The same, to be reckoned with. */
export interface Credits {
  readonly count: number;
  readonly amount: Paise;
}

const credited = z.object({ count: z.int().min(0), amount: z.string().regex(amountPattern) });

/** Milliseconds that a probe has for its answer. */
const probeTimeoutMs = 10_000;
/** Characters of a probe's answer; `{"count":1,"amount":"500.00"}` is thirty. */
const longestAnswer = 4_096;

const expected =
  'expected {"count": 1, "amount": "500.00"}, how often and with how much the order was credited';

/**
 * Asks the merchant's probe about these orders, and adds up.
 *
 * @throws {CheckError} `probe_failed` when it gives no answer, or one that it should not
 */
export async function creditsOf(
  probe: Probe,
  orders: readonly string[],
  signal: AbortSignal,
): Promise<Credits> {
  const ask = async (mchOrderNo: string): Promise<Credits> => {
    const answer =
      typeof probe === 'string' ? await fetched(probe, mchOrderNo, signal) : await called(probe, mchOrderNo);
    const { success, data } = credited.safeParse(answer);
    if (!success) throw new CheckError('probe_failed', `the probe answers something else: ${expected}`);
    return { count: data.count, amount: parseAmount(data.amount) };
  };
  const all = await Promise.all(orders.map(ask));
  return all.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
    count: 0,
    amount: 0n,
  });
}

async function called(
  probe: (mchOrderNo: string) => Credited | Promise<Credited>,
  mchOrderNo: string,
): Promise<unknown> {
  try {
    return await probe(mchOrderNo);
  } catch (cause) {
    if (cause instanceof CheckError) throw cause;
    throw new CheckError('probe_failed', 'the probe failed', { cause });
  }
}

async function fetched(probe: string, mchOrderNo: string, signal: AbortSignal): Promise<unknown> {
  const url = new URL(probe);
  url.searchParams.set('mchOrderNo', mchOrderNo);
  const { status, text } = await answerOf(url, signal);
  if (status !== 200) {
    throw new CheckError('probe_failed', `the probe answers with status ${status}: ${expected}`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CheckError('probe_failed', `the probe does not answer JSON: ${expected}`, { cause });
  }
}

async function answerOf(url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const time = AbortSignal.timeout(probeTimeoutMs);
  const limited = AbortSignal.any([signal, time]);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: limited,
    });
    return { status: response.status, text: await beginningOf(response) };
  } catch (cause) {
    signal.throwIfAborted();
    const within = time.aborted ? ` within ${probeTimeoutMs / 1_000} s` : '';
    throw new CheckError('probe_failed', `the probe gives no answer${within}`, { cause });
  }
}

/** An answer without an end is read no further than it could make sense. */
async function beginningOf(response: Response): Promise<string> {
  if (response.body === null) return '';
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (text.length <= longestAnswer) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
    return text;
  } finally {
    reader.cancel().catch(() => {});
  }
}
