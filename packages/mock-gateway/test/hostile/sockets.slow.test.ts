import { it } from 'vitest';
import { expectSurvived } from './sockets.ts';

it('5,000 connections with any content end with a refusal or without a response, and change nothing', () =>
  expectSurvived({ count: 5_000, seed: 20_261_122 }));
