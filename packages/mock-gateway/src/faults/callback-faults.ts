import type { CallbackFaults } from '../callbacks/faults.ts';
import type { FaultList } from './fault-list.ts';

/** The faults in force, as the scheduler asks for them. */
export function callbackFaults(faultsNow: () => FaultList): CallbackFaults {
  return ({ mchId, mchOrderNo }) => {
    const faults = faultsNow();
    return faults.isEmpty ? null : faults.strikeCallback({ mchId, mchOrderNo });
  };
}
