import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bears, type Row, rowsOf, titlesWithIds } from '../conformance.ts';
import { root } from '../workspace.mjs';
import { suiteOf } from './test-files.ts';
import type { Job } from './trial.ts';

/** A rule of docs/reference/conformance.md, and the titles of the quick tests that bear its id. */
export interface Rule {
  readonly id: string;
  /** The quick test files that run them, from the root. */
  readonly testFiles: readonly string[];
  readonly titles: readonly string[];
}

/** What starts processes, waits in real time or needs a server. */
const isSlow = /\.(?:slow|long)\.test\.ts$/;

export function rowsOfPage(): readonly Row[] {
  const page = 'docs/reference/conformance.md';
  return rowsOf(readFileSync(path.join(root, page), 'utf8'), page);
}

export function rules(): readonly Rule[] {
  const titles = new Map<string, readonly string[]>();
  const titlesOf = (file: string) => {
    const known = titles.get(file) ?? titlesWithIds(file, readFileSync(path.join(root, file), 'utf8'));
    titles.set(file, known);
    return known;
  };
  return rowsOfPage().map(({ id, files }: Row) => {
    const quick = files.filter((file) => !isSlow.test(file));
    const run = new Set(quick.flatMap((file) => suiteOf(file).testFiles));
    return {
      id,
      testFiles: [...run].filter((file) => !isSlow.test(file) && !isAlone(file)),
      titles: [...new Set(quick.flatMap(titlesOf))].filter((title) => bears(title, id)),
    };
  });
}

/** The others would get the replaced modules too, and another process knows no mutants. */
function isAlone(file: string): boolean {
  return /\bvi\.mock\(|\bspawn(?:Sync)?\(/.test(readFileSync(path.join(root, file), 'utf8'));
}

/** @param groups mutants to try first, by Stryker's numbers */
export function jobOf({ id, titles }: Rule, groups: readonly (readonly string[])[]): Job {
  return {
    kind: 'rule',
    name: id,
    titles: titles.map((title) => ({ title, pattern: patternOf(title) })),
    groups,
  };
}

/** What a title becomes in `vitest.ts`: a template is filled in, and a table's rows are numbered. */
function patternOf(title: string): string {
  const parts = title.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${parts.join('.*')}(?: \\(\\d+\\))?$`;
}
