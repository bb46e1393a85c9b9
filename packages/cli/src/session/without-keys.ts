import type { Profile } from './profile-store.ts';

/** Profile that contains only whether its keys are set. `current` is true for the default profile. */
export function withoutKeys(name: string, profile: Profile, current: string | undefined) {
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
