import { demoCredentials } from '../local-gateway.ts';
import { combined, type Fields } from './field.ts';

const mchId = { form: 'id', description: 'Merchant ID.', example: demoCredentials.mchId } as const;
const mchOrderNo = { form: 'id', description: 'The merchant’s order number.', example: 'ORDER-1' } as const;
const orderNo = {
  form: 'id',
  description: 'The gateway order number.',
  example: 'PI2026112015040512345678',
} as const;

/**
 * The order numbers and Merchant ID of every v3 callback. Each has a main name and an alias (spec: Events, "field and
 * alias").
 */
export const callbackIdentity = /* @__PURE__ */ combined(
  () =>
    ({
      mchId,
      merchant_id: { ...mchId, aliasOf: 'mchId', description: 'The same as `mchId`.' },
      mchOrderNo,
      merchant_order_no: { ...mchOrderNo, aliasOf: 'mchOrderNo', description: 'The same as `mchOrderNo`.' },
      orderNo,
      gateway_order_no: { ...orderNo, aliasOf: 'orderNo', description: 'The same as `orderNo`.' },
    }) as const,
);

/** The mark of a test callback. */
export const callbackTest = {
  test: {
    form: 'test',
    description: 'Present in the test callback from the merchant dashboard.',
    example: true,
  },
} as const satisfies Fields;

/** The signature of a v3 callback. */
export const callbackSign = {
  sign: {
    form: 'sign',
    description: 'Signature over every other field that is not empty.',
    example: '2FB7128E6D15728544A83A22B407E7AA',
  },
} as const satisfies Fields;
