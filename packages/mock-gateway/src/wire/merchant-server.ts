import { callbackRefusal, isCallback } from './callback-mark.ts';
import type { WireRequest } from './exchange.ts';

/**
 * Why a request of the wire API does not come from a merchant's server; null: it can come from one (reading: Absent values,
 * browsers, our own callbacks).
 */
export function refusalOfSender(request: Pick<WireRequest, 'header'>): string | null {
  return isCallback(request) ? callbackRefusal : null;
}
