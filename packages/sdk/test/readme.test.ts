import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');

/** The TypeScript of the README, each block as a module of its own beside this test. */
const snippets = new Map(
  [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match, index) => [
    join(packageRoot, 'test', `readme-${index + 1}.ts`),
    `${match[1]}\nexport {};\n`,
  ]),
);

it('every snippet of the README compiles', { timeout: 60_000 }, () => {
  expect(snippets.size).toBe(4);
  const configPath = join(packageRoot, '../../tsconfig.json');
  const { config } = ts.readConfigFile(configPath, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configPath));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => snippets.get(path) ?? readFile(path);
  host.fileExists = (path) => snippets.has(path) || fileExists(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram([...snippets.keys()], options, host);
  const problems = [...snippets.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, ' ')),
  );
  expect(problems).toEqual([]);
});
