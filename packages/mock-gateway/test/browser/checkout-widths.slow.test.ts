import { describe } from 'vitest';
import { broadest } from './boxes.ts';
import { useBrowser } from './browser.ts';
import { itShowsAmountsCompletely } from './checkout-widths.ts';

const visit = useBrowser();

describe('checkout widths', () => itShowsAmountsCompletely(visit, broadest));
