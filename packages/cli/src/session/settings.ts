import { defaultOrigin, demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import { type Environment, variable, variables } from '../input/environment.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Profile } from './profile-store.ts';

export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly legacyBaseUrl?: string;
  readonly mchId?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export interface Sources {
  readonly options: GlobalOptions;
  readonly env: Environment;
  readonly profile: Profile | undefined;
}

export interface Settings {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string | undefined;
  readonly mchId: string | undefined;
  readonly mchKey: string | undefined;
  readonly mchSecret: string | undefined;
  /** True if the merchant is the demo merchant of a gateway on this machine, the default. */
  readonly isDemo: boolean;
}

/**
 * Resolves the settings. Options take precedence over the environment, the profile, and the demo merchant of the
 * gateway on this machine.
 *
 * @throws {UsageError} for an invalid URL
 */
export function settingsOf({ options, env, profile }: Sources): Settings {
  const given = givenOf({ options, env });
  const baseUrl = given.baseUrl ?? profile?.baseUrl ?? `${defaultOrigin}/v3`;
  const local = isLoopback(httpUrl('the base URL', baseUrl).hostname);
  // v1 requests contain the key, so use the profile's v1 URL only together with its v3 URL.
  const ownLegacy = baseUrl === (profile?.baseUrl ?? baseUrl) ? profile?.legacyBaseUrl : undefined;
  const legacyBaseUrl =
    given.legacyBaseUrl ?? ownLegacy ?? (local ? new URL('/v1', baseUrl).href : undefined);
  const mchId = given.mchId ?? profile?.mchId;
  const { mchKey, mchSecret } = given;
  const unset = profile === undefined && mchKey === undefined && mchSecret === undefined;
  if (unset && local && (mchId ?? demoCredentials.mchId) === demoCredentials.mchId) {
    return { baseUrl, legacyBaseUrl, ...demoCredentials, isDemo: true };
  }
  const keys = profile?.mchId === mchId ? profile : undefined;
  return {
    baseUrl,
    legacyBaseUrl,
    mchId,
    mchKey: mchKey ?? keys?.mchKey,
    mchSecret: mchSecret ?? keys?.mchSecret,
    isDemo: false,
  };
}

export function givenOf({ options, env }: Omit<Sources, 'profile'>) {
  return {
    baseUrl: options.baseUrl ?? variable(env, variables.baseUrl),
    legacyBaseUrl: options.legacyBaseUrl ?? variable(env, variables.legacyBaseUrl),
    mchId: options.mchId ?? variable(env, variables.mchId),
    mchKey: variable(env, variables.mchKey),
    mchSecret: variable(env, variables.mchSecret),
  };
}

export function overridingVariables({ env, profile }: Omit<Sources, 'options'>): readonly string[] {
  return Object.entries(variables).flatMap(([field, name]) => {
    const own = profile?.[field as keyof typeof variables];
    const other = variable(env, name);
    return own !== undefined && other !== undefined && other !== own ? [name] : [];
  });
}

/** @throws {UsageError} unless the URL is an absolute http or https URL without a password */
export function httpUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${name} must be an absolute http or https URL. Example: ${defaultOrigin}/v3`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${name} must not contain a user name or a password`);
  }
  return url;
}

/** @throws {UsageError} unless paths can be appended to the URL */
export function rootUrl(name: string, text: string): URL {
  const url = httpUrl(name, text);
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`${name} must not contain ? or #, because paths are appended to it`);
  return url;
}
