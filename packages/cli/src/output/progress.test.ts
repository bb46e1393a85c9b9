import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const target = Object.assign(new PassThrough(), { isTTY, columns: 20 });
  target.on('data', (chunk) => written.push(String(chunk)));
  return { target, written };
}

test('the progress on a terminal rewrites one line and clears the line at the end', () => {
  const { target, written } = stream(true);
  const progress = new Progress(target, { silent: false });
  progress.step('pending');
  progress.show(() => 'pending, 3s, next query in 3s');
  progress.end();
  progress.end();
  expect(written.join('')).toBe('\u001b[1Gpending, 3s, next q\u001b[0K\u001b[1G\u001b[0K');
});

test('the progress without a terminal prints each change once on its own line', () => {
  const { target, written } = stream(false);
  const progress = new Progress(target, { silent: false });
  for (const status of ['pending', 'pending', 'success']) {
    progress.step(status);
    progress.show(() => 'never built');
  }
  progress.end();
  expect(written.join('')).toBe('pending\nsuccess\n');
});

test.each([true, false])('the progress prints nothing with --quiet, on a terminal: %s', (isTTY) => {
  const { target, written } = stream(isTTY);
  const progress = new Progress(target, { silent: true });
  progress.step('pending');
  progress.show(() => 'pending');
  progress.end();
  expect(written).toEqual([]);
});
