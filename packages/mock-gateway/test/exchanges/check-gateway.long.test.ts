import { describe } from 'vitest';
import { itReports } from './check-gateway.ts';
import { deviations } from './deviations.ts';

describe('deviating responses', () => itReports(deviations));
