import {
  type AlternativeFields,
  alternativeText,
  canonicalText,
  type V3Endpoint,
  v3Routes,
  verifySignature,
} from '@inrgate/sdk/protocol';
import { adviceOn, type Diagnose, type MerchantKeys, type WrongSignature } from '../../watch/trace.ts';

/** Stands in for an unknown merchant, so that the same work is done for it (spec: Authentication 1). */
export const nobody: MerchantKeys = { mchKey: 'no merchant has this key', mchSecret: 'nor this secret' };

/** The caller is told nothing (spec: Authentication 1); this is for the developer who looks into the log. */
export const diagnoses = Object.fromEntries(
  (Object.keys(v3Routes) as V3Endpoint[]).map((endpoint) => [endpoint, diagnosisOf(endpoint)]),
) as Readonly<Record<V3Endpoint, Diagnose>>;

function diagnosisOf(endpoint: V3Endpoint): Diagnose {
  return (wrong) => {
    const { parameters } = wrong;
    const alternative = alternativeOf(endpoint, parameters);
    return {
      canonical: canonicalText(parameters, '<key>'),
      received: parameters.get('sign') ?? '',
      hint: hintOf(wrong),
      ...(alternative === null ? {} : { alternative: alternativeText(alternative, '<key>') }),
    };
  };
}

function hintOf({ id, parameters, keys }: WrongSignature): string {
  const { mchKey, mchSecret } = keys ?? nobody;
  const received = parameters.get('sign') ?? '';
  // Both, for whomever: with an event stream open it is made before the caller is answered.
  const [byKey, bySecret] = [mchKey, mchSecret].map((key) => verifySignature(parameters, key, received));
  if (keys === null) return 'There is no merchant with this mchId.';
  if (byKey || bySecret) return 'The digest is right but in lower case: write it in upper case.';
  return `The digest does not match: ${adviceOn(id)}`;
}

/** What the alternative signature covers; null where it cannot be meant: it goes with the snake_case names alone. */
export function alternativeOf(
  endpoint: V3Endpoint,
  texts: ReadonlyMap<string, string>,
): AlternativeFields | null {
  // spec: POST payin, rule 3
  return endpoint === 'payin' && usesSnakeCase(texts) ? alternativeFields(texts) : null;
}

function usesSnakeCase(texts: ReadonlyMap<string, string>): boolean {
  const has = (name: string) => (texts.get(name) ?? '') !== '';
  return (
    has('merchant_id') && has('merchant_order_no') && !has('mchId') && !has('mchOrderNo') && !has('notifyUrl')
  );
}

function alternativeFields(texts: ReadonlyMap<string, string>): AlternativeFields {
  return {
    merchant_id: texts.get('merchant_id') ?? '',
    amount: texts.get('amount') ?? '',
    merchant_order_no: texts.get('merchant_order_no') ?? '',
    callback_url: texts.get('callback_url') ?? '',
  };
}
