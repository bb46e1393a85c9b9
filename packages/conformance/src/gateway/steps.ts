import { addresses, bodies } from './steps/bodies.ts';
import { legacyParameters } from './steps/legacy-parameters.ts';
import { linkOrders } from './steps/link-orders.ts';
import { payinLimits } from './steps/payin-limits.ts';
import { payinOrders } from './steps/payin-orders.ts';
import { payinParameters } from './steps/payin-parameters.ts';
import { payoutOrders } from './steps/payout-orders.ts';
import { payoutParameters } from './steps/payout-parameters.ts';
import { preflight } from './steps/preflight.ts';
import { signatures } from './steps/signatures.ts';
import type { Step } from './steps/step.ts';

export const steps: readonly Step[] = [
  preflight,
  addresses,
  bodies,
  payinParameters,
  payoutParameters,
  legacyParameters,
  signatures,
  payinOrders,
  payinLimits,
  payoutOrders,
  linkOrders,
];
