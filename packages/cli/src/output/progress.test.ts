import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const target = Object.assign(new PassThrough(), { isTTY, columns: 20 });
  target.on('data', (chunk) => written.push(String(chunk)));
  return { target, written };
}

test('on a terminal, progress is one line that is rewritten, cut to the width and cleared at the end', () => {
  const { target, written } = stream(true);
  const progress = new Progress(target, { silent: false });
  progress.step('pending');
  progress.show(() => 'pending, 3s, next query in 3s');
  progress.end();
  progress.end();
  expect(written.join('')).toBe('\u001b[1Gpending, 3s, next q\u001b[0K\u001b[1G\u001b[0K');
});

test('without a terminal each change is printed once, on its own line', () => {
  const { target, written } = stream(false);
  const progress = new Progress(target, { silent: false });
  for (const status of ['pending', 'pending', 'success']) {
    progress.step(status);
    progress.show(() => 'never built');
  }
  progress.end();
  expect(written.join('')).toBe('pending\nsuccess\n');
});

test.each([true, false])('with --quiet there is no progress output, on a terminal: %s', (isTTY) => {
  const { target, written } = stream(isTTY);
  const progress = new Progress(target, { silent: true });
  progress.step('pending');
  progress.show(() => 'pending');
  progress.end();
  expect(written).toEqual([]);
});
