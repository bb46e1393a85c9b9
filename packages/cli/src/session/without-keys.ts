import type { Profile } from './profile-store.ts';

/** Profile that contains only whether its keys are set. */
export interface ProfileWithoutKeys {
  readonly name: string;
  /** True for the default profile. */
  readonly current: boolean;
  readonly mchId: string;
  readonly baseUrl: string | null;
  readonly legacyBaseUrl: string | null;
  readonly mchKey: 'set' | 'not set';
  readonly mchSecret: 'set' | 'not set';
}

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
