import { describe } from 'vitest';
import { everyBreadth } from './boxes.ts';
import { useBrowser } from './browser.ts';
import { itSeparatesLabels, itShowsValuesCompletely } from './dashboard-widths.ts';

const visit = useBrowser();

describe.each(everyBreadth)('dashboard in $font font', (breadth) => {
  itShowsValuesCompletely(visit, breadth);
  itSeparatesLabels(visit, breadth);
});
