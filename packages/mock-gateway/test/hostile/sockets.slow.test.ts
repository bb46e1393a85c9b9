import { it } from 'vitest';
import { expectSurvived } from './sockets.ts';

it('1,000 connections that send random bytes change no data', () =>
  expectSurvived({ count: 1_000, seed: 20_261_122 }));
