import { it } from 'vitest';
import { expectSurvived } from './sockets.ts';

it('5,000 connections on which anything is written end with a refusal or without an answer, and change nothing', () =>
  expectSurvived({ count: 5_000, seed: 20_261_122 }));
