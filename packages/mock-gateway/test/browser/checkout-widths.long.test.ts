import { describe } from 'vitest';
import { everyBreadth } from './boxes.ts';
import { useBrowser } from './browser.ts';
import { itShowsAmountsCompletely } from './checkout-widths.ts';

const visit = useBrowser();

describe.each(everyBreadth)('checkout widths in $font font', (breadth) =>
  itShowsAmountsCompletely(visit, breadth),
);
