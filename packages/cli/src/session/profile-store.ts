import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { didYouMean } from '@inrgate/sdk/basics';
import envPaths from 'env-paths';
import { parsedJson, replaceFile, unwritable } from '../input/files.ts';
import { systemCodeOf, UsageError } from '../output/usage-error.ts';

export interface Profile {
  readonly baseUrl?: string | undefined;
  readonly legacyBaseUrl?: string | undefined;
  readonly mchId: string;
  /** The API Key. It signs pay-ins. */
  readonly mchKey?: string | undefined;
  /** The API Secret. It signs payouts, the balance and payment links. */
  readonly mchSecret?: string | undefined;
}

export interface Profiles {
  readonly current: string | undefined;
  readonly byName: ReadonlyMap<string, Profile>;
}

export function noProfiles(): Profiles {
  return { current: undefined, byName: new Map() };
}

const profileFields = ['baseUrl', 'legacyBaseUrl', 'mchId', 'mchKey', 'mchSecret'] as const;

/** Path of `profiles.json` in the user's configuration folder. No other file contains keys. */
export function profilesFile(): string {
  return path.join(envPaths('inrgate', { suffix: '' }).config, 'profiles.json');
}

/** @throws {UsageError} for an invalid file, or for a file that other users can read */
export function readProfiles(file: string = profilesFile()): Profiles {
  const text = readPrivately(file);
  if (text === undefined) return noProfiles();
  const profiles = parse(text);
  if (profiles === undefined) {
    throw new UsageError(
      `${file} is not a valid profiles file. Fix the file, or remove the file and add the profiles again`,
    );
  }
  return profiles;
}

/** @throws {UsageError} for an unwritable file */
export function saveProfiles({ current, byName }: Profiles, file: string = profilesFile()): void {
  const content = `${JSON.stringify({ current, profiles: Object.fromEntries(byName) }, null, 2)}\n`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, content);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/** Milliseconds after which a lock is abandoned. A process holds a lock for a few milliseconds only. */
const longestLock = 3_000;

/**
 * Reads, changes and saves the profiles while no other process does.
 *
 * @throws {UsageError} for an invalid or unwritable file
 */
export async function changeProfiles(
  change: (profiles: Profiles) => Profiles,
  file: string = profilesFile(),
): Promise<void> {
  const lock = `${file}.lock`;
  const abandonedAt = Date.now() + longestLock;
  while (!takesLock(lock) && Date.now() < abandonedAt) await sleep(20);
  try {
    saveProfiles(change(readProfiles(file)), file);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Creates the lock. Returns false if another process holds it. */
function takesLock(lock: string): boolean {
  try {
    mkdirSync(path.dirname(lock), { recursive: true, mode: 0o700 });
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch (cause) {
    if (systemCodeOf(cause) === 'EEXIST') return false;
    throw unwritable(lock, cause);
  }
}

/** @throws {UsageError} with a list of the saved profiles */
export function profileNamed(name: string, { byName }: Profiles): Profile {
  const profile = byName.get(name);
  if (profile !== undefined) return profile;
  const names = [...byName.keys()];
  const known = names.length === 0 ? 'No profile is saved' : `Saved profiles: ${names.join(', ')}`;
  throw new UsageError(`unknown profile ${name}. ${known}${didYouMean(name, names)}`);
}

function readPrivately(file: string): string | undefined {
  const handle = open(file);
  if (handle === undefined) return undefined;
  try {
    // On Windows, files have no mode. The system itself protects a user's folder.
    if (process.platform !== 'win32' && (fstatSync(handle).mode & 0o077) !== 0) {
      throw new UsageError(`${file} contains keys, but other users can read the file. Run chmod 600 ${file}`);
    }
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

function open(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const code = systemCodeOf(error);
    // ENOTDIR means that a folder of the path is a file, for example with HOME=/dev/null.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${file} cannot be read (${code})`, { cause: error });
  }
}

function parse(text: string): Profiles | undefined {
  const content = parsedJson(text.replace(/^\ufeff/, ''));
  if (!isRecord(content) || !isRecord(content['profiles'])) return undefined;
  const entries = Object.entries(content['profiles']);
  const byName = new Map(entries.flatMap(([name, value]) => (isProfile(value) ? [[name, value]] : [])));
  const { current } = content;
  const names = current === undefined || (typeof current === 'string' && byName.has(current));
  return byName.size === entries.length && names ? { current, byName } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is Profile {
  if (!isRecord(value) || typeof value['mchId'] !== 'string') return false;
  const known = new Set<string>(profileFields);
  return Object.entries(value).every(([name, field]) => known.has(name) && typeof field === 'string');
}

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
