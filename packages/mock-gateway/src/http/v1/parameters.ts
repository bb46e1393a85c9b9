import { parseLinkAmount, v1Requests } from '@inrgate/sdk/protocol';
import { outsideLimits } from '../../domain/eligibility.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { malformedMessage } from '../answering/malformed.ts';
import type { Admitted } from './admission.ts';
import { V1Refusal } from './refusal.ts';

/** Whose limits an amount has to be within. */
type Limited = Pick<Merchant, 'limits'>;

/** Each parameter with its own 422, in the specification's order; what was not sent is null. */
export function checkParameters({
  endpoint,
  params,
  merchant,
}: Pick<Admitted, 'endpoint' | 'params'> & { readonly merchant: Limited }): Readonly<
  Record<string, string | null>
> {
  const { fields } = v1Requests[endpoint];
  const values = Object.fromEntries(fields.map(({ name }) => [name, params.get(name)?.text || null]));
  for (const field of fields) {
    const { name, required, schema, code, description } = field;
    const value = values[name] ?? null;
    const kind = params.get(name)?.kind;
    if (value === null) {
      if (required) throw new V1Refusal(code, { message: `${name} is missing. ${description}` });
    } else if (!schema.safeParse(value).success || (name === 'amount' && kind !== 'string')) {
      throw new V1Refusal(code, { message: malformedMessage(field, { name, value, kind }) });
    } else if (name === 'amount') refuseOutside(value, merchant);
  }
  return values;
}

/** reading: States, the v1 `amount`: "as a string, within the pay-in limits (else 422 invalid_amount)". */
function refuseOutside(text: string, { limits: { payinMin: min, payinMax: max } }: Limited): void {
  const amount = parseLinkAmount(text);
  if (amount >= min && amount <= max) return;
  throw new V1Refusal('invalid_amount', { message: outsideLimits('pay-in', amount, { min, max }) });
}
