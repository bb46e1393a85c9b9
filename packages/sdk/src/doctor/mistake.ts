import type { Mistake } from './explanation.ts';
import type { Mask } from './masking.ts';
import { remedies } from './remedies.ts';
import type { Cause } from './search.ts';

/** Creates a mistake with its strings. Hides keys in the foreign names. */
export function mistakeOf({ named, about }: Cause, hide: Mask): Mistake {
  return {
    id: named.id,
    title: about === undefined || about === '' ? named.title : `${named.title}: ${hide(about)}`,
    fix: named.fix,
    fixes: remedies[named.remedy],
  };
}
