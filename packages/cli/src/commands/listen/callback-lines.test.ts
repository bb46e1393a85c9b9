import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { answeredLine, shortcomingOf } from './callback-lines.ts';

test('the line of an accepted response whose JSON reports a failure says so', () => {
  const arrived = { verified: false, reason: 'invalid_signature', message: 'wrong key' } as const;
  const lineOf = (text: string) => {
    const answer = { status: 200, headers: {}, body: Buffer.from(text) };
    const line = answeredLine(arrived, { answer, durationMs: undefined, shortcoming: null, following: '' });
    return stripVTControlCharacters(line);
  };
  expect(lineOf('{"success":false,"message":"Invalid signature"}')).toMatch(
    /^<-- \[200\] .*: accepted, but the JSON body reports a failure \(success is false\)$/,
  );
  expect(lineOf('success')).toBe('<-- [200] success');
});

test('the line of a redirect names its target without the query', () => {
  const arrived = { verified: false, reason: 'invalid_signature', message: 'wrong key' } as const;
  const headers = { location: 'https://shop.example/cb?token=1' };
  expect(shortcomingOf(arrived, { status: 301, headers, body: Buffer.from('') })).toBe(
    'the gateway does not follow redirects, here to https://shop.example/cb',
  );
});
