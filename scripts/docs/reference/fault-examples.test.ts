import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcess } from '../../../packages/cli/test/in-process.ts';
import type { FaultInput } from '../../../packages/mock-gateway/src/faults/fault.ts';
import { createMockGateway, type MockGateway } from '../../../packages/mock-gateway/src/index.ts';
import { faultExamples } from './fault-examples.ts';

let gateway: MockGateway;
let url = '';

beforeAll(async () => {
  gateway = await createMockGateway();
  ({ url } = await gateway.listen());
});
afterAll(() => gateway.close());

async function added(): Promise<FaultInput> {
  const { items } = await gateway.faults.list();
  await gateway.faults.clear();
  expect(items).toHaveLength(1);
  const [{ id: _id, ...fault } = { id: '' }] = items;
  return fault as FaultInput;
}

it.each(faultExamples)(
  'the command, TypeScript and curl examples of $title add the same fault',
  async (example) => {
    const { cli, typescript, curl } = example;
    const [, command = ''] = /^inrgate (.+)$/.exec(cli) ?? [];
    const ran = await inProcess(command.split(' '), { INRGATE_CONTROL_URL: `${url}/_mock` });
    expect(ran).toMatchObject({ code: 0 });
    const byCommand = await added();

    new Function('gateway', typescript)(gateway);
    expect(await added()).toEqual(byCommand);

    const [, at = '', body = ''] = /^curl -sS (\S+) --json '(.+)'$/.exec(curl) ?? [];
    const { pathname } = new URL(at);
    const headers = { 'content-type': 'application/json' };
    expect(await fetch(url + pathname, { method: 'POST', headers, body })).toMatchObject({ status: 201 });
    expect(await added()).toEqual(byCommand);
    expect(byCommand).toMatchObject(example.fault);
  },
);
