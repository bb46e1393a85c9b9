import { hrefOf, type View } from '../route.ts';
import type { Merchant } from '../types.ts';

interface MerchantChipsProps {
  readonly merchants: readonly Merchant[];
  readonly view: View;
  readonly chosen: string | null;
}

/** Links that select a merchant, if there are several. */
export function MerchantChips({ merchants, view, chosen }: MerchantChipsProps) {
  if (merchants.length < 2) return null;
  return (
    <ul class="chips">
      {merchants.map(({ mchId, suspended }) => (
        <li key={mchId}>
          <a
            class="mono"
            href={hrefOf({ view, id: mchId })}
            aria-current={mchId === chosen ? 'true' : undefined}
          >
            {mchId}
            {view === 'merchants' && suspended && ' (suspended)'}
          </a>
        </li>
      ))}
    </ul>
  );
}
