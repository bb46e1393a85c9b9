import { afterAll, describe, expect, test } from 'vitest';
import { nodeOf } from '../../packages/sdk/test/consumers/consumer.ts';
import { sharedPack } from '../pack.mjs';
import { install, makeProject, publishedIn } from './project.ts';
import { onNode, runtimes, shopOn, shopOnRuntime, startGateway } from './runtimes.ts';

const packed = await sharedPack();
const registry = await publishedIn(packed.tarballs);
const project = makeProject(nodeOf('node22'), registry.env);
await install(project);
const gateway = await startGateway(project);
afterAll(async () => {
  await gateway.stop();
  await registry.close();
  project.remove();
});

test.each([
  ['22', nodeOf('node22')],
  ['24', process.execPath],
  ['26', nodeOf('node26')],
])('the SDK runs on Node %s', async (_major, node) => {
  expect(await shopOn(node, [], project, gateway.baseUrl)).toEqual(onNode);
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('other runtimes', () => {
  test.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('the SDK runs on %s', async (name) => {
    expect(await shopOnRuntime(name, project, gateway.baseUrl)).toEqual({
      ...onNode,
      ...runtimes[name].differs,
    });
  });
});
