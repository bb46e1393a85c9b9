import { expect, it } from 'vitest';
import { baseStringMistakes } from './text-mutations.ts';

it('the doctor decodes an HTML entity without ; at the beginning of a parameter [contract:doctor.mistakes]', () => {
  const [shown] = baseStringMistakes['read-as-html'].variants({} as never);
  if (shown?.stage !== 'textMutation') throw new Error('it is of the whole text');
  // The replacements of Python's html.unescape.
  const names = 'amp lt gt quot not para curren times copy reg sect';
  const characters = [...'&<>"¬¶¤×©®§'];
  for (const [at, name] of names.split(' ').entries()) {
    expect(shown.apply(`a&${name}Url=1&${name};`), name).toBe(`a${characters[at]}Url=1${characters[at]}`);
  }
  expect(shown.apply('a&notifyUrl=1&b&n=2&AMP')).toBe('a¬ifyUrl=1&b&n=2&AMP');
});
