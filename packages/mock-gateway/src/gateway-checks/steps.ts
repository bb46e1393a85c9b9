import { addresses, bodies } from './steps/bodies.ts';
import { legacyParameters } from './steps/legacy-parameters.ts';
import { payinParameters } from './steps/payin-parameters.ts';
import { payoutParameters } from './steps/payout-parameters.ts';
import { preflight } from './steps/preflight.ts';
import { signatures } from './steps/signatures.ts';
import type { Step } from './steps/step.ts';

/** Everything that is looked at, in this order. */
export const steps: readonly Step[] = [
  preflight,
  addresses,
  bodies,
  payinParameters,
  payoutParameters,
  legacyParameters,
  signatures,
];
