import { it } from 'vitest';
import { expectSurvived } from './sockets.ts';

it('300 connections that send random bytes change no data', () =>
  expectSurvived({ count: 300, seed: 20_261_122 }));
