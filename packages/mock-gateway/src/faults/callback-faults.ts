import { parseFlat } from '@inrgate/sdk/protocol';
import type { CallbackFaults } from '../callbacks/faults.ts';
import { deliveryHeaders } from '../callbacks/sender.ts';
import type { NewCallback } from '../domain/callback.ts';
import type { FaultList } from './fault-list.ts';

/** The faults in force, as the scheduler asks for them. */
export function callbackFaults(faults: FaultList): CallbackFaults {
  return (callback) => {
    if (faults.isEmpty) return null;
    return faults.strikeCallback({ mchId: callback.mchId, mchOrderNo: orderOf(callback) });
  };
}

/** The merchant's own number, as the callback says it; a link's own number stands for the order's. */
function orderOf({ url, format, body }: NewCallback): string | null {
  const contentType = deliveryHeaders({ url: url ?? '', format, body })['content-type'] ?? null;
  const fields = parseFlat(body, contentType);
  return (fields.get('mchOrderNo') ?? fields.get('client_ref'))?.text ?? null;
}
