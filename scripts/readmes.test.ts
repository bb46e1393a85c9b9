import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** Each README, and a folder whose imports its snippets have. */
const readmes = [
  ['README.md', 'packages/mock-gateway/test'],
  ['packages/sdk/README.md', 'packages/sdk/test'],
  ['packages/mock-gateway/README.md', 'packages/mock-gateway/test'],
] as const;

/** The blocks of a language, in order. */
function blocks(readme: string, language: string): readonly string[] {
  const text = readFileSync(path.join(root, readme), 'utf8');
  const fence = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs');
  return [...text.matchAll(fence)].map(([, block = '']) => block);
}

/** Every TypeScript block as a module of its own, by a path where no file is. */
const snippets = new Map(
  readmes.flatMap(([readme, folder]) =>
    blocks(readme, 'ts').map((block, index) => {
      const name = `${readme.replaceAll(/\W/g, '-')}-${index + 1}.ts`;
      return [path.join(root, folder, name), `${block}\nexport {};\n`] as const;
    }),
  ),
);

it('every TypeScript snippet of the READMEs compiles', { timeout: 60_000 }, () => {
  expect(snippets.size).toBe(20);
  const configPath = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(configPath, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => snippets.get(file) ?? readFile(file);
  host.fileExists = (file) => snippets.has(file) || fileExists(file);
  host.getSourceFile = (file, languageVersion) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, languageVersion);
  };
  const program = ts.createProgram([...snippets.keys()], options, host);
  const problems = [...snippets.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      ),
  );
  expect(problems).toEqual([]);
});
