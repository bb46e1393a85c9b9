import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { didYouMean } from '../input/suggest.ts';
import { UsageError } from '../output/usage-error.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';

const folder = new URL('scenarios/', import.meta.url);
const extension = '.yaml';

export async function scenarioNames(): Promise<readonly string[]> {
  const files = await readdir(folder);
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
  const content = await readFile(new URL(`${name}${extension}`, folder), 'utf8');
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
