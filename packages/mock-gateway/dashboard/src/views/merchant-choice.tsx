import { useAnswer } from '../answer.ts';
import { keyless } from '../api.ts';
import { Choice } from '../parts/choice.tsx';
import { changed } from '../store.ts';
import { allMerchants } from '../whole.ts';

/** Select element of a form for the merchant (`mchId`). */
export function MerchantChoice() {
  const { data } = useAnswer('/merchants', keyless, changed, allMerchants);
  const merchants = data?.items ?? [];
  return (
    <Choice
      name="mchId"
      label="Merchant"
      chosen={merchants[0]?.mchId ?? ''}
      options={Object.fromEntries(merchants.map(({ mchId }) => [mchId, mchId]))}
    />
  );
}
