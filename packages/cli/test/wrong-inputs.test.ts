import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foreignWords, wholeConfig, wrongInputs } from '../../../test/wrong-inputs.ts';
import { tools } from '../src/commands/mcp/server.ts';
import { WrongArguments } from '../src/commands/mcp/tool.ts';
import { readConfigFile } from '../src/commands/serve/config-file.ts';

test('a configuration error contains no terms of the schema library', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-wrong-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'gateway.yaml');
  const rejections: string[] = [];
  for (const wrong of wrongInputs(wholeConfig)) {
    writeFileSync(file, JSON.stringify(wrong));
    await readConfigFile(file).catch((error: Error) => rejections.push(error.message));
  }
  expect(rejections.length).toBeGreaterThan(150);
  expect(rejections.filter((message) => foreignWords.test(message))).toEqual([]);
});

test('a tool argument error contains no terms of the schema library', () => {
  const rejections = tools.flatMap(({ input }) => {
    const named = Object.fromEntries(Object.keys(input.shape).map((name) => [name, 'x']));
    return wrongInputs(named).flatMap((wrong) => {
      const { error } = input.safeParse(wrong);
      return error === undefined ? [] : [new WrongArguments(error).message];
    });
  });
  expect(rejections.length).toBeGreaterThan(500);
  expect(rejections.filter((message) => foreignWords.test(message) || message === '')).toEqual([]);
});
