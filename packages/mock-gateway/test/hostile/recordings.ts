import { ExchangeJudge, HarError, type RecordedExchange, readHar } from '@inrgate/conformance';
import fc from 'fast-check';
import { expect } from 'vitest';
import { damagedText, misshapenJson } from '../../../../test/damaged.ts';
import { traffic } from '../exchanges/traffic.ts';
import { openGateway } from '../scenarios/harness.ts';
import type { Size } from './requests.ts';

/** Expects that the reader either judges a file or reports it as invalid. */
export async function expectRead({ count, seed }: Size): Promise<void> {
  const gateway = await openGateway();
  await traffic(gateway, (to, init) => gateway.fetch(gateway.url + to, init));
  const har = await gateway.requests.har();
  const good = JSON.stringify(har);
  expect(readHar(good).length).toBeGreaterThan(10);
  let read = 0;
  const property = fc.property(fc.oneof(damagedText(good), misshapenJson(har)), (text) => {
    const exchanges = readOrRejected(text);
    const judge = new ExchangeJudge(gateway.merchant);
    for (const exchange of exchanges) judged(judge, exchange);
    if (exchanges.length > 0) read += 1;
  });
  fc.assert(property, { numRuns: count, seed });
  expect(read).toBeGreaterThan(count / 10);
}

function readOrRejected(text: string): readonly RecordedExchange[] {
  try {
    return readHar(text);
  } catch (error) {
    if (error instanceof HarError) return [];
    throw error;
  }
}

function judged(judge: ExchangeJudge, one: RecordedExchange): void {
  if (one.kind === 'callback') judge.callback(one);
  else if (one.kind !== 'other') judge.exchange({ ...one, api: one.kind });
}
