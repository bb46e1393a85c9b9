import type { Mistake } from './explanation.ts';
import type { Mask } from './masking.ts';
import { remedies } from './remedies.ts';
import type { Cause } from './search.ts';

/** Creates the described mistake. Hides keys in names that the client sent. */
export function mistakeOf({ named, about }: Cause, hide: Mask): Mistake {
  return {
    id: named.id,
    title: about === undefined || about === '' ? named.title : `${named.title}: ${hide(about)}`,
    fix: named.fix,
    fixes: remedies[named.remedy],
  };
}
