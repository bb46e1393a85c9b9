import type { FlatParams } from '../flat-parser.ts';
import type { Limits } from '../limits.ts';
import { parseLinkAmount } from '../money.ts';
import type { V1Endpoint } from '../routes.ts';
import type { Currency } from '../schemas/fields.ts';
import { v1Requests } from '../schemas/v1-requests.ts';
import { malformedMessage } from './malformed.ts';
import { outsideLimits } from './outside-limits.ts';
import { V1Refusal } from './v1-refusal.ts';

type Values = Readonly<Record<string, string | null>>;

interface Limited {
  readonly limits: Pick<Limits, 'payinMin' | 'payinMax'>;
}

/**
 * Checks each parameter in the specification's order. Each malformed parameter causes its own 422 code. A missing
 * parameter becomes null.
 */
export function checkV1Parameters({
  endpoint,
  params,
  merchant,
}: {
  readonly endpoint: V1Endpoint;
  readonly params: FlatParams;
  readonly merchant: Limited;
}): Values {
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
  return endpoint === 'create-link' ? { ...values, currency: currencyOf(values, params) } : values;
}

/** Currencies by their other spelling (spec: Versioning, "optional `currency` / `trade_type`"). */
export const currencyByTradeType: ReadonlyMap<string, Currency> = new Map([
  ['INRUPI', 'INR'],
  ['usdt', 'USDT'],
]);

/** The currency by either name (reading: States, "`trade_type` is another spelling of `currency`"). */
function currencyOf({ currency = null }: Values, params: FlatParams): string | null {
  const tradeType = params.get('trade_type')?.text || null;
  if (tradeType === null) return currency;
  const meant = currencyByTradeType.get(tradeType);
  if (meant === undefined) throw new V1Refusal('invalid_currency', { message: otherTradeType });
  if (currency === null || currency === meant) return meant;
  throw new V1Refusal('invalid_currency', {
    message: `trade_type ${tradeType} contradicts currency ${currency}.`,
  });
}

const otherTradeType =
  'trade_type is malformed. It is another spelling of currency: INRUPI is INR, and usdt is USDT.';

/** reading: States, the v1 `amount`: "as a string, within the pay-in limits (else 422 invalid_amount)". */
function refuseOutside(text: string, { limits: { payinMin: min, payinMax: max } }: Limited): void {
  const amount = parseLinkAmount(text);
  if (amount >= min && amount <= max) return;
  throw new V1Refusal('invalid_amount', { message: outsideLimits('pay-in', amount, { min, max }) });
}
