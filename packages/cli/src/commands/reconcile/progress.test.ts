import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from '../../output/progress.ts';
import { BatchProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function drawn(isTTY: boolean) {
  const target = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  const progress = new BatchProgress(new Progress(target, { silent: false }), 4);
  const text = () => stripVTControlCharacters(String(target.read() ?? '').replaceAll('\u001b[1G', '|'));
  return { progress, text };
}

test('the progress on a terminal counts down a wait until the next row begins', () => {
  const { progress, text } = drawn(true);
  progress.show(1, 'W-2');
  progress.waiting(61_000, 'Retry-After of the gateway');
  vi.advanceTimersByTime(2_000);
  progress.show(2, 'W-3');
  vi.advanceTimersByTime(5_000);
  progress.end();
  expect(text().split('|')).toEqual([
    '',
    '[######..................] 1/4  W-2',
    '[######..................] 1/4  waiting 1m 1s: Retry-After of the gateway',
    '[######..................] 1/4  waiting 1m 0s: Retry-After of the gateway',
    '[######..................] 1/4  waiting 59s: Retry-After of the gateway',
    '[############............] 2/4  W-3',
    '',
  ]);
});

test('the progress without a terminal prints one line for each long wait', () => {
  const { progress, text } = drawn(false);
  progress.show(1, 'W-2');
  progress.waiting(500, 'no response');
  progress.waiting(61_000, 'Retry-After of the gateway');
  vi.advanceTimersByTime(5_000);
  progress.end();
  expect(text()).toBe('1 of 4 done, waiting 1m 1s: Retry-After of the gateway\n');
});

test('an interruption ends a wait immediately', async () => {
  const { progress } = drawn(false);
  const stop = new AbortController();
  const waiting = progress.wait(86_400_000, 'Retry-After of the gateway', stop.signal);
  stop.abort();
  await waiting;
  progress.end();
});
