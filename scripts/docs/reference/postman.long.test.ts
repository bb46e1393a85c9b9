import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { root } from '../site/pages.ts';

/** Postman's own runner. It is installed only for this test, because it needs 66 MB. */
const newman = 'newman@6.2.2';

it('the Postman runner passes every test of the collection', {
  timeout: 600_000,
}, async () => {
  const folder = await temporaryFolder('newman');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const { baseUrl, legacyBaseUrl } = await gateway.listen();
  const install = [
    'install',
    '--prefix',
    folder,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    newman,
  ];
  await runProgram('npm', install, { shell: process.platform === 'win32' });
  const { stdout } = await runProgram(process.execPath, [
    path.join(folder, 'node_modules/newman/bin/newman.js'),
    'run',
    path.join(root, 'docs/reference/inrgate.postman_collection.json'),
    ...['--env-var', `baseUrl=${baseUrl}`, '--env-var', `legacyBaseUrl=${legacyBaseUrl}`],
    ...['--reporters', 'json', '--reporter-json-export', path.join(folder, 'report.json')],
  ]);
  const report: unknown = (await import(path.join(folder, 'report.json'), { with: { type: 'json' } }))
    .default;
  expect(report, stdout).toMatchObject({
    run: { stats: { requests: { total: 6, failed: 0 }, assertions: { total: 6, failed: 0 } }, failures: [] },
  });
});
