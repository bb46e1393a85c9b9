import type { CallbackFaults } from '../callbacks/faults.ts';
import { merchantOrderOf } from '../callbacks/merchant-order.ts';
import type { FaultList } from './fault-list.ts';

/** The faults in force, as the scheduler asks for them. */
export function callbackFaults(faultsNow: () => FaultList): CallbackFaults {
  return (callback) => {
    const faults = faultsNow();
    if (faults.isEmpty) return null;
    return faults.strikeCallback({ mchId: callback.mchId, mchOrderNo: merchantOrderOf(callback) });
  };
}
