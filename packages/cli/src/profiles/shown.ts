import { Argument } from 'commander';
import { completedWith } from '../completion/values.ts';
import { type Profile, readProfiles } from './store.ts';

/** A profile as it may be shown: of the keys only whether they are there. */
export interface ShownProfile {
  readonly name: string;
  /** Whether it is the one that is used by default. */
  readonly current: boolean;
  readonly mchId: string;
  readonly baseUrl: string | null;
  readonly legacyBaseUrl: string | null;
  readonly mchKey: 'set' | 'not set';
  readonly mchSecret: 'set' | 'not set';
}

export function shownProfile(name: string, profile: Profile, current: string | undefined): ShownProfile {
  return {
    name,
    current: name === current,
    mchId: profile.mchId,
    baseUrl: profile.baseUrl ?? null,
    legacyBaseUrl: profile.legacyBaseUrl ?? null,
    mchKey: profile.mchKey === undefined ? 'not set' : 'set',
    mchSecret: profile.mchSecret === undefined ? 'not set' : 'set',
  };
}

/** The name of a saved profile, as an argument. */
export function profileArgument(usage: string): Argument {
  const argument = new Argument(usage, 'the name that it was saved under');
  return completedWith(argument, () => [...readProfiles().byName.keys()]);
}
