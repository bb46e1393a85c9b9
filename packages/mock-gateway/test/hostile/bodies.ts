import fc from 'fast-check';
import { anyCharacter } from '../../../../test/any-text.ts';
import { v3Calls } from '../v3-calls.ts';

export const contentTypes = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json;;=',
  ),
  fc.string({ unit: fc.constantFrom(...'ajson/;=-+*" x1'), maxLength: 30 }),
);

const names = fc.oneof(
  fc.constantFrom(
    'mchId',
    'merchant_id',
    'mchOrderNo',
    'amount',
    'payType',
    'upiId',
    'sign',
    'api_key',
    '__proto__',
  ),
  fc.string({ unit: anyCharacter, maxLength: 10 }),
);

const jsonBodies = fc.dictionary(names, fc.jsonValue(), { maxKeys: 8 }).map((value) => JSON.stringify(value));

export const formBodies = fc
  .array(
    fc.tuple(
      names,
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('%zz', '%', 'a[]=', '&&', '==')),
    ),
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

/** A valid request in which bytes were changed, removed or doubled. */
const damaged = fc
  .tuple(fc.nat(), fc.constantFrom('', '"', '\\', '{', '[', '\u0000', '%', '&', '\ud800', '😀', '\uFEFF'))
  .map(([at, text]) => {
    const good = JSON.stringify({
      mchId: 'DEMO1001',
      mchOrderNo: 'A',
      amount: '500.00',
      sign: 'A'.repeat(32),
    });
    const place = at % good.length;
    return good.slice(0, place) + text + good.slice(place + (at % 3));
  });

/** Bodies of the wrong shape, with invalid bytes, or nearly valid. */
export const bodies = fc.oneof(
  jsonBodies,
  formBodies,
  damaged,
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
);

export const paths = fc.constantFrom(
  ...v3Calls.map(({ name }) => `/v3/${name}`),
  '/v3/payout.php',
  '/v1/create-link.php',
);
