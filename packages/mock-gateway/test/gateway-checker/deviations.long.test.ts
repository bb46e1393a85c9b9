import { describe } from 'vitest';
import { everywhere, itNames } from './one-endpoint.ts';

describe('gateway with a deviation at any endpoint', () => itNames(everywhere));
