import type { Profile } from './profile-store.ts';

/** A profile as it may be shown: of the keys only whether they are there. */
export interface ProfileWithoutKeys {
  readonly name: string;
  /** Whether it is the one that is used by default. */
  readonly current: boolean;
  readonly mchId: string;
  readonly baseUrl: string | null;
  readonly legacyBaseUrl: string | null;
  readonly mchKey: 'set' | 'not set';
  readonly mchSecret: 'set' | 'not set';
}

/** A profile as commands show it; `current` is the name of the one that is used by default. */
export function withoutKeys(name: string, profile: Profile, current: string | undefined): ProfileWithoutKeys {
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
