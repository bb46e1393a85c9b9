import { demoCredentials } from '../local-gateway.ts';
import { combined, type Fields } from './field.ts';

/**
 * The order numbers and Merchant ID of every v3 callback. Each has a main name and an alias (spec: Events, "field and
 * alias").
 */
export const callbackIdentity = /* @__PURE__ */ combined(
  () =>
    ({
      mchId: { form: 'id', description: 'Merchant ID.', example: demoCredentials.mchId },
      merchant_id: {
        form: 'id',
        aliasOf: 'mchId',
        description: 'The same as `mchId`.',
        example: demoCredentials.mchId,
      },
      mchOrderNo: { form: 'id', description: 'The merchant’s order number.', example: 'ORDER-1' },
      merchant_order_no: {
        form: 'id',
        aliasOf: 'mchOrderNo',
        description: 'The same as `mchOrderNo`.',
        example: 'ORDER-1',
      },
      orderNo: {
        form: 'id',
        description: 'The gateway order number.',
        example: 'PI2026112015040512345678',
      },
      gateway_order_no: {
        form: 'id',
        aliasOf: 'orderNo',
        description: 'The same as `orderNo`.',
        example: 'PI2026112015040512345678',
      },
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
