import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Sends mails and books stock before it answers. After 8 seconds the gateway waits no more: the order is credited, and the
 * callback comes again. Mend: note the payment, answer, and do the rest afterwards.
 *
 * @param workMs how long that takes
 */
export function slowWork(workMs: number): MakeEndpoint {
  return (shop, credentials) => async (request) => {
    const fields = await fieldsOf(request);
    if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
    settle(fields, shop);
    await sleep(workMs);
    return success();
  };
}
