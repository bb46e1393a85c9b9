import type { Mistake } from './explanation.ts';
import type { Mask } from './masking.ts';
import { remedies } from './remedies.ts';
import type { Cause } from './search.ts';

/** A mistake with its texts. Keys in the foreign names are hidden. */
export function mistakeOf({ named, about }: Cause, hide: Mask): Mistake {
  return {
    id: named.id,
    title: about === undefined || about === '' ? named.title : `${named.title}: ${hide(about)}`,
    fix: named.fix,
    fixes: remedies[named.remedy],
  };
}
