import type { CallbackFaults } from '../callbacks/faults.ts';
import type { Faults } from './faults.ts';

/** The faults in force, as the scheduler asks for them. */
export function callbackFaults(faultsNow: () => Faults): CallbackFaults {
  return ({ mchId, mchOrderNo }) => faultsNow().strikeCallback({ mchId, mchOrderNo });
}
