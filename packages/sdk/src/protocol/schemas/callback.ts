import * as z from 'zod';
import { demoCredentials } from '../local-gateway.ts';
import { described, signature, someText } from './text.ts';

/** What every v3 callback has. */
export const callbackIdentity = {
  mchId: described(someText, 'Merchant ID.', demoCredentials.mchId),
  merchant_id: described(someText, 'The same as `mchId`.', demoCredentials.mchId),
  mchOrderNo: described(someText, 'The merchant’s order number.', 'ORDER-1'),
  merchant_order_no: described(someText, 'The same as `mchOrderNo`.', 'ORDER-1'),
  orderNo: described(someText, 'The service’s order number.', 'PI2026112015040512345678'),
  gateway_order_no: described(someText, 'The same as `orderNo`.', 'PI2026112015040512345678'),
  test: described(z.literal(true).optional(), 'Present in the panel’s test callback.', true),
  sign: described(
    signature,
    'Signature over every other field that is not empty.',
    '2FB7128E6D15728544A83A22B407E7AA',
  ),
};
