import { describe, expect, it } from 'vitest';
import { receivedBody } from './received-body.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Returns the names of the fields, and the mistakes that the parser had to ignore. */
function read(body: string | Uint8Array, contentType: string | null) {
  const { params, causes } = receivedBody(body, contentType);
  return [[...params.keys()].join(), ...causes.map(({ named, about }) => [named.id, about].join(' ').trim())];
}

describe('a received body [contract:doctor.mistakes]', () => {
  it.each<[string, string | Uint8Array, string | null, readonly string[]]>([
    ['JSON', '{"a":"1","sign":"S"}', json, ['a,sign']],
    ['a form', 'a=1&sign=S', form, ['a,sign']],
    ['bytes', Buffer.from('{"a":"1","sign":"S"}'), json, ['a,sign']],
    ['text/json, as verification accepts it', '{"a":"1","sign":"S"}', 'Text/JSON', ['a,sign']],
    ['the name of another charset', 'a=1&sign=S', `${form}; charset=iso-8859-1`, ['a,sign']],
    ['JSON without a content type', '{"a":"1","sign":"S"}', null, ['a,sign']],
    [
      'JSON with the content type of a form',
      '{"a":"1","sign":"S"}',
      form,
      ['a,sign', `other-content-type it is ${json}`],
    ],
    [
      'a form with the content type of JSON',
      'a=1&sign=S',
      json,
      ['a,sign', `other-content-type it is ${form}`],
    ],
    ['a byte order mark', '\ufeff{"a":"1","sign":"S"}', json, ['a,sign', 'body-padded']],
    ['white space before a form', '\r\n sign=S&a=1', form, ['sign,a', 'body-padded']],
    [
      'a byte order mark before JSON with the content type of a form',
      '\ufeff{"a":"1","sign":"S"}',
      form,
      ['a,sign', `other-content-type it is ${json}`, 'body-padded'],
    ],
    ['JSON without a sign', '{"a":"1"}', json, ['a']],
    ['a form without a sign', 'a=1', form, ['a']],
    ['nothing', '', json, ['', 'body-unreadable the body is not valid JSON']],
    ['JSON that breaks off', '{"a":"1","sign":', json, ['', 'body-unreadable the body is not valid JSON']],
    ['a word', 'hello', json, ['', 'body-unreadable the body is not valid JSON']],
  ])('the doctor reads %s', (_, body, contentType, expected) => {
    expect(read(body, contentType)).toEqual(expected);
  });

  it('the doctor reads a body of at most 64 KB', () => {
    const ofSize = (size: number) => `{"sign":"${'x'.repeat(size - 11)}"}`;
    expect(read(ofSize(65_536), json)).toEqual(['sign']);
    expect(read(ofSize(65_537), json)).toEqual(['', 'body-unreadable it is over 64 KB']);
    expect(read(`{"sign":"${'é'.repeat(32_768)}"}`, json)).toEqual(['', 'body-unreadable it is over 64 KB']);
  });
});
