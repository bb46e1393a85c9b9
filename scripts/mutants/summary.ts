import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import type { Rule } from './rules.ts';
import type { Score } from './survivors.ts';

/** Results of the last runs of `npm run mutants`. */
export interface Summary {
  readonly modules: Readonly<Record<string, Score>>;
  /** Keys of some found mutants, by rule and title. Null for tests that need a separate process. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>;
}

const file = path.join(root, 'scripts/mutants/summary.json');

export function readSummary(): Summary {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Writes the summary with a separate line for each title. */
export function writeSummary({ modules, rules }: Summary): void {
  const sorted = Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1));
  const ofRules = sorted.map(([id, titles]) => `  ${JSON.stringify(id)}: {\n${linesOf(titles)}\n  }`);
  const text = `{\n "modules": {\n${linesOf(modules)}\n },\n "rules": {\n${ofRules.join(',\n')}\n }\n}\n`;
  writeFileSync(file, text);
}

function linesOf(entries: Readonly<Record<string, unknown>>): string {
  return Object.entries(entries)
    .map(([name, value]) => `   ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n');
}

/**
 * Describes each conflict between the summary and the rules in a sentence.
 * @param planted ids of the rules with a mutant in `planted.ts`
 */
export function issuesOf(
  { rules: found }: Summary,
  rules: readonly Rule[],
  planted: ReadonlySet<string>,
): readonly string[] {
  const ids = new Set(rules.map(({ id }) => id));
  return [
    ...Object.keys(found)
      .filter((id) => !ids.has(id))
      .map((id) => `the page has no ${id}`),
    ...rules.flatMap(({ id, titles }) => {
      const known = found[id] ?? {};
      const noticed = Object.values(known).flatMap((keys) => keys ?? []).length;
      return [
        ...titles.filter((title) => !(title in known)).map((title) => `${id}: not tried: ${title}`),
        ...Object.keys(known)
          .filter((title) => !titles.includes(title))
          .map((title) => `${id}: no test has this title: ${title}`),
        ...(noticed === 0 && !planted.has(id) ? [`${id}: no test notices a mutant`] : []),
      ];
    }),
  ];
}
