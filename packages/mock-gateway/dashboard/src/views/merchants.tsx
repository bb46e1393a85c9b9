import { call, keyless } from '../api.ts';
import { refreshNow } from '../live.ts';
import { go, route } from '../route.ts';
import { attempt } from '../store.ts';
import type { Merchant } from '../types.ts';
import { useMerchants } from '../whole.ts';
import { MerchantChips } from './merchant-chips.tsx';
import { MerchantPanel } from './merchant-panel.tsx';

/** The list of merchants and the settings of the selected one. */
export function Merchants() {
  const merchants = useMerchants();
  const { id } = route.value;
  const chosen = merchants.find(({ mchId }) => mchId === id) ?? merchants[0];
  const add = () =>
    attempt('Merchant created with generated settings.', async () => {
      const { mchId } = await call<Merchant>('POST', '/merchants', {}, keyless);
      await refreshNow();
      go({ view: 'merchants', id: mchId });
    });
  return (
    <section class="page" aria-labelledby="merchants-title">
      <header>
        <h1 id="merchants-title">Merchants</h1>
        <button type="button" onClick={add}>
          Add a merchant
        </button>
      </header>
      <MerchantChips merchants={merchants} view="merchants" chosen={chosen?.mchId ?? null} />
      {chosen !== undefined && <MerchantPanel key={chosen.mchId} merchant={chosen} />}
    </section>
  );
}
