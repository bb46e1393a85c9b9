import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess } from './in-process.ts';

test('mock snapshot saves, lists, restores and removes a snapshot', async () => {
  const gateway = await createMockGateway({ clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  const { baseUrl } = await gateway.listen();
  const snapshot = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await inProcess(['mock', 'snapshot', ...args], {
      INRGATE_BASE_URL: baseUrl,
    });
    return [code, stdout, stderr];
  };
  const { available } = await gateway.merchants.wallet('DEMO1001');
  expect(await snapshot('save', 'fixtures')).toEqual([
    0,
    'saved fixtures: 0 orders, 2026-11-20T15:04:05+05:30\n',
    '',
  ]);
  await gateway.merchants.credit('DEMO1001', { amount: '1.00' });
  expect(await snapshot('list')).toEqual([
    0,
    expect.stringMatching(/fixtures +2026-11-20T15:04:05\+05:30 +0/),
    '',
  ]);
  expect(await snapshot('restore', 'fixtures')).toEqual([0, 'restored fixtures\n', '']);
  expect(await gateway.merchants.wallet('DEMO1001')).toMatchObject({ available });
  expect(await snapshot('remove', 'fixtures')).toEqual([0, 'removed fixtures\n', '']);
  expect(await snapshot('restore', 'fixtures')).toEqual([
    1,
    '',
    expect.stringContaining('No snapshot has this name'),
  ]);
  expect(await snapshot('save', 'a/b')).toEqual([1, '', expect.stringContaining('1 to 64 letters')]);
});
