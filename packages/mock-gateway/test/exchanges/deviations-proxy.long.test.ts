import { deviations } from './deviations.ts';
import { namedInPassing } from './deviations-proxy.ts';

namedInPassing(deviations);
