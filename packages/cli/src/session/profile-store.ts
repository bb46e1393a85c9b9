import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import { didYouMean } from '../input/suggest.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** A merchant at a gateway. */
export interface Profile {
  readonly baseUrl?: string | undefined;
  readonly legacyBaseUrl?: string | undefined;
  readonly mchId: string;
  /** The API Key: signs pay-ins. */
  readonly mchKey?: string | undefined;
  /** The API Secret: signs payouts, the balance and payment links. */
  readonly mchSecret?: string | undefined;
}

/** What the file of profiles holds. */
export interface Profiles {
  /** The profile that is used when none is named. */
  readonly current: string | undefined;
  readonly byName: ReadonlyMap<string, Profile>;
}

/** As where nothing was saved. */
export function noProfiles(): Profiles {
  return { current: undefined, byName: new Map() };
}

const profileFields = ['baseUrl', 'legacyBaseUrl', 'mchId', 'mchKey', 'mchSecret'] as const;

/** The only file that keys are ever written to: `profiles.json` in the user's configuration folder. */
export function profilesFile(): string {
  return path.join(envPaths('inrgate', { suffix: '' }).config, 'profiles.json');
}

/**
 * The saved profiles; none when there is no file.
 *
 * @throws {UsageError} when the file is not what `saveProfiles` writes, or others may read it
 */
export function readProfiles(file: string = profilesFile()): Profiles {
  const text = readPrivately(file);
  if (text === undefined) return noProfiles();
  const profiles = parse(text);
  if (profiles === undefined) {
    throw new UsageError(`${file} is not a file of profiles: mend it, or remove it and add them again`);
  }
  return profiles;
}

/**
 * Replaces the file in one step, so that it is never half written; only its owner may read it.
 *
 * @throws {UsageError} when it cannot be written
 */
export function saveProfiles({ current, byName }: Profiles, file: string = profilesFile()): void {
  const content = `${JSON.stringify({ current, profiles: Object.fromEntries(byName) }, null, 2)}\n`;
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (cause) {
    discard(draft);
    const code = systemCodeOf(cause);
    throw new UsageError(`${file} cannot be written (${code})`, { cause });
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // Its folder is none, so it was never there.
  }
}

/** @throws {UsageError} that names the profiles that there are */
export function profileNamed(name: string, { byName }: Profiles): Profile {
  const profile = byName.get(name);
  if (profile !== undefined) return profile;
  const names = [...byName.keys()];
  const known = names.length === 0 ? 'none is saved' : `there are ${names.join(', ')}`;
  throw new UsageError(`there is no profile ${name}: ${known}${didYouMean(name, names)}`);
}

function readPrivately(file: string): string | undefined {
  const handle = open(file);
  if (handle === undefined) return undefined;
  try {
    // Windows keeps the folder of a user from others by itself, and its files have no such mode.
    if (process.platform !== 'win32' && (fstatSync(handle).mode & 0o077) !== 0) {
      throw new UsageError(`${file} holds keys, and others may read it: chmod 600 ${file}`);
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
    // With ENOTDIR the folder is a file, as for a service whose HOME is /dev/null: there is no profile either.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${file} cannot be read (${code})`, { cause: error });
  }
}

function parse(text: string): Profiles | undefined {
  const content = json(text);
  if (!isRecord(content) || !isRecord(content['profiles'])) return undefined;
  const entries = Object.entries(content['profiles']);
  const byName = new Map(entries.flatMap(([name, value]) => (isProfile(value) ? [[name, value]] : [])));
  const { current } = content;
  const names = current === undefined || (typeof current === 'string' && byName.has(current));
  return byName.size === entries.length && names ? { current, byName } : undefined;
}

/** An error of JSON.parse quotes the text, and the text holds keys. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is Profile {
  if (!isRecord(value) || typeof value['mchId'] !== 'string') return false;
  const known = new Set<string>(profileFields);
  return Object.entries(value).every(([name, field]) => known.has(name) && typeof field === 'string');
}
