import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bears, type Row, rowsOf, titlesWithIds } from '../conformance.ts';
import { root } from '../workspace.mjs';
import type { Job } from './jobs.ts';
import { testFilesOf } from './test-files.ts';

/** A rule of docs/reference/conformance.md, with the titles of the quick tests that contain its id. */
export interface Rule {
  readonly id: string;
  readonly files: readonly string[];
  /** The quick test files that contain these tests, relative to the root. */
  readonly testFiles: readonly string[];
  readonly titles: readonly string[];
}

/** Matches test files that start processes, wait in real time, need a server or search for a long time. */
const isSlow = /\.(?:slow|long)\.test\.ts$|\/doctor\/(?:hostile|pairs|random|singles|steps)\./;

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
    const run = new Set(quick.flatMap(testFilesOf));
    return {
      id,
      files: quick,
      testFiles: [...run].filter((file) => !isSlow.test(file) && !isAlone(file)),
      titles: [...new Set(quick.flatMap(titlesOf))].filter((title) => bears(title, id)),
    };
  });
}

/**
 * Returns whether a test file needs a separate process. A file that replaces modules would affect other files. A file
 * that starts a process would test it without mutants.
 */
export function isAlone(file: string): boolean {
  return /\bvi\.mock\(|\bspawn(?:Sync)?\(/.test(readFileSync(path.join(root, file), 'utf8'));
}

/**
 * @param known mutants to try first, by Stryker's numbers
 * @param imported mutants in the sources that the test files of the rule import
 */
export function jobOf({ id, titles }: Rule, known: readonly string[], imported: readonly string[]): Job {
  return {
    kind: 'rule',
    name: id,
    titles: titles.map((title) => ({ title, pattern: patternOf(title) })),
    known,
    imported,
  };
}

/** Pattern of a title in `vitest.ts`. There, templates are filled in, and the rows of a table are numbered. */
function patternOf(title: string): string {
  const parts = title.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${parts.join('.*')}(?: \\(\\d+\\))?$`;
}
