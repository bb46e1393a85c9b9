import { expect, test } from 'vitest';
import { onScreen } from './screen.ts';

test.each([
  ['lines', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  ['colours and a hidden cursor', '\u001b[?25l\u001b[31mred\u001b[39m', 'red\n'],
  [
    'a prompt with its input in the same line',
    '? Who: \u001b[8G\u001b[2K\u001b[G✔ Who: M1\r\n',
    '✔ Who: M1\n',
  ],
  [
    'a hint below a prompt that was removed',
    '? Key:\r\nhelp\u001b[1A\u001b[7G\u001b[1B\u001b[2K\u001b[1A\u001b[2K\u001b[G✔ Key: *\r\ndone',
    '✔ Key: *\ndone\n',
  ],
  ['a shorter line over a longer one', 'pending, 10s\u001b[1G\u001b[0Kpaid', 'paid\n'],
  ['the rest of a partly overwritten line', 'abc\rX', 'Xbc\n'],
])('the screen output is correct for %s', (_what, output, shown) => expect(onScreen(output)).toBe(shown));

test('onScreen throws for an unknown control sequence', () => {
  expect(() => onScreen('\u001b[2J')).toThrow('2J');
});
