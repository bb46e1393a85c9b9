import { addresses, bodies } from './steps/bodies.ts';
import { legacyParameters } from './steps/legacy-parameters.ts';
import { linkOrders } from './steps/link-orders.ts';
import { account } from './steps/mock-account.ts';
import { deliveries } from './steps/mock-deliveries.ts';
import { limits } from './steps/mock-limits.ts';
import { paidLinks } from './steps/mock-links.ts';
import { paidPayins } from './steps/mock-payins.ts';
import { movedPayouts } from './steps/mock-payouts.ts';
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
  paidPayins,
  movedPayouts,
  deliveries,
  paidLinks,
  account,
  limits,
];
