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
  return { json: view(json), form: view(form), acceptedFormat, advice: adviceOn(json.attempt) };
}

/** Advice on a rejected JSON body. The likely reason is the boolean, which only a test callback contains. */
function adviceOn({ ok, status }: Attempt): string | null {
  return ok || status === null ? null : booleanAdvice;
}

const booleanAdvice =
  'In the JSON body, `test` is the boolean true, but the signed string contains test=true. Python converts True to "True", and PHP converts true to "1". Convert booleans to true and false before you verify the signature.';
