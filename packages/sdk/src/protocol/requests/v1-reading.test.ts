import { expect, it } from 'vitest';
import { readV1Json } from './v1.ts';

const read = (contentType: string | null) =>
  readV1Json(Buffer.from('{"amount":"500"}'), { header: () => contentType });

it.each(['application/json', 'Application/JSON', 'application/json ; charset=utf-8'])(
  'the v1 parser reads a request with the content type %s',
  (type) => {
    expect(read(type).get('amount')?.text).toBe('500');
  },
);

it.each([null, 'text/json', 'application/jsonx', 'application/json-patch+json', 'x application/json'])(
  'the v1 parser rejects a request with the content type %s',
  (type) => {
    const message = 'The content type is not application/json.';
    expect(() => read(type)).toThrow(
      expect.objectContaining({ name: 'V1Refusal', code: 'invalid_request', message }),
    );
  },
);
