import { type FlatParams, type V1Endpoint, v1Requests } from '@inrgate/sdk/protocol';
import { V1Refusal } from './refusal.ts';

/** Each parameter with its own 422, in the specification's order; what was not sent is null. */
export function checkParameters(
  endpoint: V1Endpoint,
  params: FlatParams,
): Readonly<Record<string, string | null>> {
  const { fields } = v1Requests[endpoint];
  const values = Object.fromEntries(fields.map(({ name }) => [name, params.get(name)?.text || null]));
  for (const { name, required, schema, code, description } of fields) {
    const value = values[name] ?? null;
    if (value === null && !required) continue;
    if (value !== null && schema.safeParse(value).success && !isNumberForAmount(params, name)) continue;
    throw new V1Refusal(code, {
      message: `${name} is ${value === null ? 'missing' : 'malformed'}. ${description}`,
    });
  }
  return values;
}

/** reading: States, "the v1 amount, as a string". */
function isNumberForAmount(params: FlatParams, name: string): boolean {
  return name === 'amount' && params.get(name)?.kind !== 'string';
}
