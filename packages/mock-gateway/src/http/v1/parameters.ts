import { parseLinkAmount, v1Requests } from '@inrgate/sdk/protocol';
import type { Merchant } from '../../domain/merchant.ts';
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
  for (const { name, required, schema, code, description } of fields) {
    const value = values[name] ?? null;
    if (value === null && !required) continue;
    const wellFormed = value !== null && schema.safeParse(value).success;
    if (wellFormed && (name !== 'amount' || isPayable(value, params.get(name)?.kind, merchant))) continue;
    throw new V1Refusal(code, {
      message: `${name} is ${value === null ? 'missing' : 'malformed'}. ${description}`,
    });
  }
  return values;
}

/** reading: States, the v1 `amount`: "as a string, within the pay-in limits (else 422 invalid_amount)". */
function isPayable(amount: string, kind: string | undefined, { limits }: Limited): boolean {
  const paise = parseLinkAmount(amount);
  return kind === 'string' && paise >= limits.payinMin && paise <= limits.payinMax;
}
