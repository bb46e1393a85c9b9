import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Sends mails and updates the stock before it responds. After 8 seconds the attempt fails, and the gateway retries the
 * callback of a credited order. Fix: store the payment, respond, and do the other work afterwards.
 *
 * @param workMs duration of the other work in milliseconds
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
