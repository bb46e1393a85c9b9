import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Credits the requested `amount` instead of the paid amount. Fix: credit `paidAmount`.
 */
export const amountOfTheOrder: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(new Map([...fields, ['paidAmount', fields.get('amount') ?? '0.00']]), shop);
  return success();
};
