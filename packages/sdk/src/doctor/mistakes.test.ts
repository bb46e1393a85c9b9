import { expect, it } from 'vitest';
import { signatureMistakes } from './mistakes.ts';
import { remedies } from './remedies.ts';

it('every mistake has an id, a title, a fix in sentences, and code in six languages', () => {
  const words = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
  for (const { id, title, fix, fixes } of signatureMistakes) {
    expect(id).toMatch(words);
    expect(title, id).toMatch(/^[A-Z\d].+[^.]$/);
    expect(fix, id).toMatch(/^[A-Z].+\.$/);
    expect(Object.values(remedies), id).toContain(fixes);
  }
  expect(new Set(signatureMistakes.map(({ title }) => title)).size).toBe(signatureMistakes.length);
});

it.each(Object.entries(remedies))('the remedy %s has code in each language', (_name, remedy) => {
  expect(Object.keys(remedy)).toEqual(['php', 'python', 'java', 'go', 'node', 'shell']);
  for (const code of Object.values(remedy)) expect(code).toMatch(/\w/);
});
