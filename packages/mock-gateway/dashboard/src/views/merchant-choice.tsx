import { Choice } from '../parts/choice.tsx';
import { useMerchants } from '../whole.ts';

/** Select element of a form for the merchant (`mchId`). */
export function MerchantChoice() {
  const merchants = useMerchants();
  return (
    <Choice
      name="mchId"
      label="Merchant"
      chosen={merchants[0]?.mchId ?? ''}
      options={Object.fromEntries(merchants.map(({ mchId }) => [mchId, mchId]))}
    />
  );
}
