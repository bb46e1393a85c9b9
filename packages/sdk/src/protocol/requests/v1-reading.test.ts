import { expect, it } from 'vitest';
import { readV1Json } from './v1-reading.ts';

const read = (contentType: string | null) =>
  readV1Json(Buffer.from('{"amount":"500"}'), { header: () => contentType });

it.each(['application/json', 'Application/JSON', 'application/json ; charset=utf-8'])(
  'a v1 request with the content type %s is read',
  (type) => {
    expect(read(type).get('amount')?.text).toBe('500');
  },
);

it.each([null, 'text/json', 'application/jsonx', 'application/json-patch+json', 'x application/json'])(
  'a v1 request with the content type %s is rejected',
  (type) => {
    const message = 'The content type is not application/json.';
    expect(() => read(type)).toThrow(
      expect.objectContaining({ name: 'V1Refusal', code: 'invalid_request', message }),
    );
  },
);
