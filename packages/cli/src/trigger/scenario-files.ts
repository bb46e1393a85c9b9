import { readdir, readFile } from 'node:fs/promises';
import { getAsset, getAssetKeys, isSea } from 'node:sea';
import { didYouMean } from '@inrgate/sdk/basics';
import { parse } from 'yaml';
import { UsageError } from '../output/usage-error.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';

/** Folder next to the built command, or the assets with this prefix in the executable. */
const folder = 'scenarios/';
const extension = '.yaml';

function scenarioFiles(): Promise<readonly string[]> | readonly string[] {
  if (!isSea()) return readdir(new URL(folder, import.meta.url));
  return getAssetKeys().flatMap((key) => (key.startsWith(folder) ? [key.slice(folder.length)] : []));
}

function contentOf(file: string): Promise<string> | string {
  return isSea()
    ? getAsset(folder + file, 'utf8')
    : readFile(new URL(folder + file, import.meta.url), 'utf8');
}

export async function scenarioNames(): Promise<readonly string[]> {
  const files = await scenarioFiles();
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort();
}

/** Lists all scenarios, with their description, their callbacks and their effect on the clock. */
export async function scenarioList() {
  const scenarios = await Promise.all((await scenarioNames()).map(readScenario));
  return scenarios.map(({ name, description, arrives, clock = null }) => ({
    name,
    description,
    arrives,
    clock,
  }));
}

/**
 * Reads a scenario from its file.
 *
 * @throws {UsageError} for an unknown name
 */
export async function readScenario(name: string): Promise<Scenario> {
  const names = await scenarioNames();
  if (!names.includes(name)) {
    throw new UsageError(
      `unknown scenario ${name}${suggestion(name, names)}. \`inrgate trigger --list\` shows all scenarios`,
    );
  }
  const content = await contentOf(name + extension);
  return { name, ...scenarioSchema.parse(parse(content)) };
}

/**
 * Suggests a name for a misspelt name, or lists the names that contain the most common words: `paid.payin`, `success`,
 * `duplicate`.
 */
function suggestion(name: string, names: readonly string[]): string {
  const slip = didYouMean(name, names);
  if (slip !== '') return slip;
  const words = wordsOf(name);
  const rated = names.map((known) => ({
    known,
    common: wordsOf(known).filter((word) => words.includes(word)).length,
  }));
  const most = Math.max(...rated.map(({ common }) => common));
  const near = rated.filter(({ common }) => common === most && most > 0).map(({ known }) => known);
  if (near.length === 0) return '';
  return ` (Did you mean ${near.length === 1 ? '' : 'one of '}${near.join(', ')}?)`;
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}
