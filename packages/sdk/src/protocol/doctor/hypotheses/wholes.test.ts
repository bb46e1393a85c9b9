import { expect, it } from 'vitest';
import { readAsHtml } from './wholes.ts';

it('a page shows each name that HTML reads without its ; as a character [contract:doctor.mistakes]', () => {
  const [shown] = readAsHtml.variants({} as never);
  if (shown?.stage !== 'whole') throw new Error('it is of the whole text');
  // As Python reads them: html.unescape.
  const names =
    'amp lt gt quot not para curren times copy reg sect cent pound yen deg micro middot shy uml macr acute cedil ordf ordm laquo raquo iexcl iquest brvbar plusmn divide nbsp sup1 sup2 sup3 frac14 frac12 frac34 eth thorn szlig';
  const characters = [...'&<>"¬¶¤×©®§¢£¥°µ·\u00ad¨¯´¸ªº«»¡¿¦±÷\u00a0¹²³¼½¾ðþß'];
  for (const [at, name] of names.split(' ').entries()) {
    expect(shown.apply(`a&${name}Url=1&${name};`), name).toBe(`a${characters[at]}Url=1${characters[at]}`);
  }
  expect(shown.apply('a&notifyUrl=1&b&n=2&AMP')).toBe('a¬ifyUrl=1&b&n=2&AMP');
});
