import { readdir, readFile } from 'node:fs/promises';
import { getAsset, getAssetKeys, isSea } from 'node:sea';
import { didYouMean } from '@inrgate/sdk/basics';
import { parse } from 'yaml';
import { UsageError } from '../output/usage-error.ts';
import { type CallName, calls } from './calls.ts';

export interface Step {
  /** Name by which later steps and `--override` refer to this step. */
  readonly id: string;
  readonly run: CallName;
  /** Order of the step, usually a reference to an earlier step. */
  readonly of?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  /** Expected fields of the result. The scenario fails if a value differs. */
  readonly expect?: Readonly<Record<string, string>>;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** Callbacks that the merchant's server receives, in order. */
  readonly arrives: readonly string[];
  /** Description of the scenario's effect on the gateway's clock, which only moves forward. */
  readonly clock?: string;
  /** True for a scenario about deliveries, which require a callback URL. */
  readonly needsCallbackUrl?: boolean;
  readonly steps: readonly Step[];
}

/** Folder next to the built command, or the assets with this prefix in the executable. */
const folder = 'scenarios/';
const extension = '.yaml';

export async function scenarioNames(): Promise<readonly string[]> {
  const files = isSea()
    ? getAssetKeys().flatMap((key) => (key.startsWith(folder) ? [key.slice(folder.length)] : []))
    : await readdir(new URL(folder, import.meta.url));
  return files.flatMap((file) => (file.endsWith(extension) ? [file.slice(0, -extension.length)] : [])).sort();
}

export async function scenarioList() {
  const scenarios = await Promise.all((await scenarioNames()).map(readScenario));
  return scenarios.map(({ name, description, arrives, clock = null }) => ({
    ...{ name, description, arrives, clock },
  }));
}

/** @throws {UsageError} for an unknown name */
export async function readScenario(name: string): Promise<Scenario> {
  const names = await scenarioNames();
  if (!names.includes(name)) {
    throw new UsageError(
      `unknown scenario ${name}${suggestion(name, names)}. \`inrgate trigger --list\` shows all scenarios`,
    );
  }
  const file = folder + name + extension;
  const content = isSea() ? getAsset(file, 'utf8') : await readFile(new URL(file, import.meta.url), 'utf8');
  return { name, ...parse(content) };
}

/** Suggests a similar name, or the names with the most common words: `paid.payin`, `success`. */
function suggestion(name: string, names: readonly string[]): string {
  const slip = didYouMean(name, names);
  if (slip !== '') return slip;
  const words = wordsOf(name);
  const common = (known: string) => wordsOf(known).filter((word) => words.includes(word)).length;
  const most = Math.max(...names.map(common));
  const near = most === 0 ? [] : names.filter((known) => common(known) === most);
  if (near.length === 0) return '';
  return ` (Did you mean ${near.length === 1 ? '' : 'one of '}${near.join(', ')}?)`;
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}

/** @throws {UsageError} for an unknown field, with the known fields */
export function overridden(scenario: Scenario, overrides: readonly string[]): Scenario {
  return overrides.reduce(override, scenario);
}

function override(scenario: Scenario, text: string): Scenario {
  const [, id, field = '', value = ''] = /^([^.=]+)\.([^.=]+)=(.*)$/s.exec(text) ?? [];
  if (id === undefined) {
    throw new UsageError(`invalid --override ${text}. Use STEP.FIELD=VALUE, for example payin.amount=700.00`);
  }
  const { name, steps } = scenario;
  const given = `${id}.${field}`;
  const open = steps.flatMap((step) => openFields(step).map((known) => `${step.id}.${known}`));
  if (!open.includes(given)) {
    throw new UsageError(
      `--override ${given} is not a value of ${name}${didYouMean(given, open)}. Allowed: ${open.join(', ') || 'none'}`,
    );
  }
  const isNumber = field === 'times';
  if (isNumber && !/^[1-9][0-9]{0,5}$/.test(value)) {
    throw new UsageError(`--override ${given} must be a whole number from 1 to 999999, not ${value}`);
  }
  const set = { [field]: isNumber ? Number(value) : value };
  const changed = (step: Step) => (step.id === id ? { ...step, with: { ...step.with, ...set } } : step);
  return { ...scenario, steps: steps.map(changed) };
}

function openFields({ run }: Step): readonly string[] {
  return calls[run].fields.filter((field) => field !== 'action');
}
