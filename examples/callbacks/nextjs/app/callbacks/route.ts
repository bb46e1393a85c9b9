import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { shop } from '../../shop.ts';

const { INRGATE_MCH_ID = '', INRGATE_MCH_KEY, INRGATE_MCH_SECRET } = process.env;

/** Next.js also loads this module during the build, so the build needs the keys in its environment. */
export const POST = createCallbackHandler({
  mchId: INRGATE_MCH_ID,
  mchKey: INRGATE_MCH_KEY,
  mchSecret: INRGATE_MCH_SECRET,
  onPayin: (callback) => shop.settle(callback),
  onPayout: (callback) => shop.settlePayout(callback),
});
