import type { Mask } from '@inrgate/sdk/internal';
import type { Attempt } from '../domain/callback.ts';
import type { TestDelivery, TestedCallback } from '../operations/test-callback.ts';
import { attemptView } from './callbacks.ts';
import type { ControlResponse } from './responses/responses.ts';

/**
 * Converts the result of a callback test (contract: POST /merchants/:mchId/test-callback). Each attempt contains the ID
 * of its callback.
 */
export function testedView(
  { json, form, acceptedFormat }: TestedCallback,
  hideKeys: Mask,
): ControlResponse<'TestedCallback'> {
  const view = ({ callbackId, attempt }: TestDelivery) => ({ ...attemptView(attempt, hideKeys), callbackId });
  return { json: view(json), form: view(form), acceptedFormat, advice: adviceOn(json.attempt, form.attempt) };
}

function adviceOn(json: Attempt, form: Attempt): string | null {
  if (json.ok || json.status === null) return null;
  if (form.ok) return formOnly;
  return statusesOfUnknownOrders.has(json.status) ? unknownOrder : null;
}

const formOnly =
  'The endpoint accepts forms, and from now on the gateway sends forms. If the endpoint reads JSON too, look at `test`: in the body it is the boolean true, and the signed string contains test=true. Python converts True to "True", and PHP converts true to "1". Convert booleans to true and false before you verify the signature.';

/** Statuses with which a shop rejects an order that it, or the query that it confirms with, does not know. */
const statusesOfUnknownOrders: ReadonlySet<number> = new Set([400, 404, 409, 422, 500]);

const unknownOrder =
  'The order of a test callback exists neither in your shop nor in the gateway. After you have verified the signature, return success for a callback whose `test` is true before you look for the order or query it.';
