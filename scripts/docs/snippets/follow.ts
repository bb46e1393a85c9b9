import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RuntimeName } from '../../../test/runtimes.ts';
import { root } from '../site/pages.ts';
import { type Fence, fencesIn, wantedGateway } from './fences.ts';
import { isAsShown, patternOf, plain } from './output.ts';
import { type Runtime, runtimes } from './runtimes.ts';
import type { Workshop } from './workshop.ts';

const called: readonly (readonly [RuntimeName, RegExp])[] = [
  ['php', /\bphp /],
  ['python', /\bpython3 /],
  ['java', /\bjavac? /],
  ['go', /\bgo (?:run|build) /],
  ['sh', /\b(?:curl|openssl) /],
  ['jq', /\bjq /],
];

/** Returns the programs that a page requires: those of its languages, and bash for its commands. */
export function runtimesOf(markdown: string): readonly RuntimeName[] {
  const needs = fencesIn(markdown).flatMap(({ language, text, directive }): readonly RuntimeName[] => {
    if (directive.not !== undefined || directive.compiledOnly !== undefined) return [];
    if (shells.has(language) || language === 'console')
      return ['bash', ...called.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)];
    const own = runtimeOf(language);
    return own === undefined ? [] : ['bash', ...(own.needs === undefined ? [] : [own.needs])];
  });
  return [...new Set(needs)];
}

const shells = new Set(['sh', 'bash', 'shell']);
/** Languages of a fence that shows the output of the preceding program. */
const outputs = new Set(['text', 'json', 'csv', 'xml', 'http']);

function runtimeOf(language: string): Runtime | undefined {
  return Object.entries(runtimes).find(([name]) => name === language)?.[1];
}

/** Output of the preceding fence, or the name of the background program whose output to read. */
type Printed = { readonly output: string } | { readonly name: string } | null;

/** Runs the fences of a page, in order. Throws at the first difference between a result and the page. */
export async function follow(markdown: string, workshop: Workshop): Promise<void> {
  if (wantedGateway(markdown) === 'new') await workshop.runInBackground('inrgate serve', 'gateway', 4300);
  let printed: Printed = null;
  for (const [index, fence] of fencesIn(markdown).entries()) {
    printed = await one(fence, index, printed, workshop).catch((error: unknown) => {
      throw new Error(`line ${fence.line}: ${error instanceof Error ? error.message : error}`);
    });
  }
}

async function one(fence: Fence, index: number, printed: Printed, workshop: Workshop): Promise<Printed> {
  const { language, title, text, directive } = fence;
  if (directive.stops !== undefined) {
    await workshop.stop(directive.stops);
    return null;
  }
  if (directive.from !== undefined) expectPart(text, directive.from);
  if (title !== null) workshop.write(title, text);
  if (directive.not !== undefined || directive.compiledOnly !== undefined) return null;
  if (directive.outputOf !== undefined) return await shown({ name: directive.outputOf }, text, workshop);
  if (shells.has(language)) return await ran(text, fence, workshop);
  if (language === 'console') return await session(text, fence, workshop);
  if (title !== null || directive.from !== undefined) return null;
  if (outputs.has(language) && printed !== null) return await shown(printed, text, workshop);
  const runtime = runtimeOf(language);
  if (runtime !== undefined) return await ran(program(runtime, text, index, workshop), fence, workshop);
  throw new Error(
    `a fence of ${language || 'no language'} is neither run, nor an output, nor a file. Give the reason in a comment before it: <!-- run: not, because … -->`,
  );
}

/** Writes a program next to the page's earlier files, and returns the command that runs it. */
function program(runtime: Runtime, text: string, index: number, workshop: Workshop): string {
  const file = workshop.write(runtime.file.replace('snippet', `snippet-${index + 1}`), text);
  return `${runtime.run} ${path.basename(file)}`;
}

/** Runs commands after `$`, and compares the output of each with the lines below it. */
async function session(text: string, fence: Fence, workshop: Workshop): Promise<Printed> {
  const [before, ...commands] = `\n${text}`.split('\n$ ');
  if (before?.trim() !== '') throw new Error('a console begins with a command: $ …');
  if (fence.directive.asked !== undefined && commands.length > 1)
    throw new Error('the directive does not name the command that asks; use a console with one command');
  let printed: Printed = null;
  for (const command of commands) {
    const [, line = '', output = ''] = /^((?:[^\n]*\\\n)*[^\n]*)\n?(.*)$/s.exec(command) ?? [];
    printed = await ran(line, fence, workshop);
    if (printed !== null) await shown(printed, output, workshop);
  }
  return printed;
}

async function ran(whole: string, { directive }: Fence, workshop: Workshop): Promise<Printed> {
  const { background, asked, briefly, exits = 0 } = directive;
  const script = briefly !== undefined && workshop.isBrief ? `${whole.trimEnd()} ${briefly}\n` : whole;
  if (background !== undefined) {
    await workshop.runInBackground(script, background.name, background.until);
    return { name: background.name };
  }
  const { code, output } = await (asked === undefined
    ? workshop.run(script)
    : workshop.runInTerminal(script, asked));
  if (code !== exits) throw new Error(`ended with ${code} instead of ${exits}:\n${output}`);
  return { output };
}

async function shown(printed: NonNullable<Printed>, text: string, workshop: Workshop): Promise<Printed> {
  const expected = workshop.here(text);
  if ('name' in printed) await workshop.seen(printed.name, patternOf(expected));
  else if (!isAsShown(printed.output, expected))
    throw new Error(`shown is\n${plain(expected)}\n\nand printed was\n${plain(printed.output)}`);
  return printed;
}

/** Checks that a file of the repository contains the lines. Ignores indentation. */
function expectPart(text: string, file: string): void {
  const lines = (whole: string) => whole.split('\n').map((line) => line.trimStart());
  const has = `\n${lines(readFileSync(path.join(root, file), 'utf8')).join('\n')}\n`;
  if (!has.includes(`\n${lines(text.trimEnd()).join('\n')}\n`))
    throw new Error(`these lines are not in ${file}`);
}
