import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, onTestFinished, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';

/** Runs the tests of an example against a gateway with a control token. Returns their output. */
async function runTests(example: string, program: string, args: readonly string[]): Promise<string> {
  const gateway = await createMockGateway({ controlToken: 'a-long-token' });
  onTestFinished(() => gateway.close());
  const { baseUrl } = await gateway.listen();
  const env = { ...process.env, INRGATE_BASE_URL: baseUrl, INRGATE_CONTROL_TOKEN: 'a-long-token' };
  const cwd = path.join(import.meta.dirname, '../..', example);
  const { stdout } = await runProgram(program, args, { cwd, env });
  return stdout;
}

test.runIf(hasRuntimes('pytest'))('the pytest helper tests the Python shop', async () => {
  const args = ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  expect(await runTests('python', 'python3', args)).toMatch(/^4 passed/m);
});

test.runIf(hasRuntimes('phpunit'))('the PHPUnit helper tests the PHP shop', async () => {
  const args = ['--do-not-cache-result', 'tests'];
  expect(await runTests('php', 'phpunit', args)).toMatch(/^OK \(4 tests, /m);
});

test.runIf(hasRuntimes('java'))('the Java helper tests the Java shop', async () => {
  const example = path.join(import.meta.dirname, '../../java');
  const classes = await temporaryFolder('java-helper');
  onTestFinished(() => rm(classes, { recursive: true }));
  const sources = ['*.java', 'tests/*.java'].flatMap((pattern) => globSync(pattern, { cwd: example }));
  await runProgram('javac', ['-d', classes, ...sources], { cwd: example });
  expect(await runTests('java', 'java', ['-cp', classes, 'ShopTest'])).toMatch(/^4 passed$/m);
});
