import { deviations } from './deviations.ts';
import { namedInPassing } from './deviations-proxy.ts';

// Test only every twelfth deviation, because the in-process tests try all of them with the same judge.
namedInPassing(deviations.filter((_, at) => at % 12 === 0));
