import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectSurvived } from './sockets.ts';

it('500,000 connections that send random bytes change no data', () =>
  expectSurvived({ count: 500_000, seed: printedSeed() }));
