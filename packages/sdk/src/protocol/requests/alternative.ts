import type { AlternativeFields } from '../signature.ts';

/** Returns the fields of the alternative signature, or null unless the request uses the snake_case names. */
export function alternativeOf(
  endpoint: string,
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
