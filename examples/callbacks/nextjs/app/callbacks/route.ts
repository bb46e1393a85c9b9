import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { shop } from '../../shop.ts';

const { INRGATE_MCH_ID = '', INRGATE_MCH_KEY, INRGATE_MCH_SECRET } = process.env;

/** Next.js also loads this module when it builds, so the keys must be in its environment then too. */
export const POST = createCallbackHandler({
  mchId: INRGATE_MCH_ID,
  mchKey: INRGATE_MCH_KEY,
  mchSecret: INRGATE_MCH_SECRET,
  onPayin: (callback) => shop.settle(callback),
});
