import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { markdownPassages } from './markdown.ts';
import { type Passage, sentencesOf, wordsOf } from './passage.ts';
import { longest, patterns } from './patterns.ts';
import { sourcePassages } from './source.ts';

export type Kind = 'documentation' | 'help, errors, descriptions' | 'comments' | 'test titles';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly instead: string;
  readonly sentence: string;
}

export interface Result {
  readonly sentences: number;
  readonly findings: readonly Finding[];
}

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.cache/**',
  'docs/.vitepress/**',
  'docs/reference/api/**',
  'scripts/writing/patterns.ts',
];

/** Checks all texts by kind. `wanted` selects the paths that contain this string. */
export function checkWriting(wanted = ''): ReadonlyMap<Kind, Result> {
  const read = (patternsOfFiles: readonly string[]) =>
    globSync([...patternsOfFiles], { cwd: root, exclude })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.includes(wanted))
      .sort()
      .map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')]);
  const pages = read(['*.md', '{docs,decisions,examples,packages}/**/*.md', '.changeset/*.md']);
  const sources = read([
    'packages/**/*.{ts,tsx}',
    'scripts/**/*.{ts,mjs}',
    'test/**/*.ts',
    'examples/**/*.ts',
  ]);
  const said = sources.map(([file, source]) => sourcePassages(file, source));
  return new Map<Kind, Result>([
    [
      'documentation',
      check(
        pages.flatMap(([file, text]) => markdownPassages(file, text)),
        longest.docs,
      ),
    ],
    [
      'help, errors, descriptions',
      check(
        said.flatMap(({ texts }) => texts),
        longest.docs,
      ),
    ],
    [
      'comments',
      check(
        said.flatMap(({ comments }) => comments),
        longest.comments,
      ),
    ],
    [
      'test titles',
      check(
        said.flatMap(({ titles }) => titles),
        longest.comments,
      ),
    ],
  ]);
}

function check(passages: readonly Passage[], most: number): Result {
  const checked = passages.map((passage) => checkPassage(passage, most));
  return {
    sentences: checked.reduce((total, { sentences }) => total + sentences, 0),
    findings: checked.flatMap(({ findings }) => findings),
  };
}

/** Returns the findings in a passage. A sentence may contain at most `most` words. */
export function checkPassage({ file, line, text, isSentence }: Passage, most: number): Result {
  const sentences = sentencesOf(text);
  const findings = sentences.flatMap((sentence) => {
    const found = patterns
      .filter(({ found: pattern, ofSentences }) => (isSentence || !ofSentences) && pattern.test(sentence))
      .map(({ name, instead }) => ({ file, line, pattern: name, instead, sentence }));
    const words = wordsOf(sentence);
    const instead = `${most} words at most`;
    return words > most && isSentence
      ? [...found, { file, line, pattern: 'long sentence', instead, sentence: `(${words}) ${sentence}` }]
      : found;
  });
  return { sentences: sentences.length, findings };
}
