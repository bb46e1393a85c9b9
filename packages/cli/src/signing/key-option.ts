import type { KeyName } from '@inrgate/sdk/protocol';
import { Option } from 'commander';
import { oneOf } from '../input/choices.ts';

/** The option that says which key; the key itself is never an argument. */
export function keyOption(description: string): Option {
  const names: readonly KeyName[] = ['mchKey', 'mchSecret'];
  return oneOf(new Option('--with <key>', description), names);
}

export interface KeyOptions {
  readonly with?: KeyName;
}
