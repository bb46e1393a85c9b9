import { beforeEach, describe, expect, it } from 'vitest';
import type { EndpointCheck } from './endpoint-checks.ts';
import { KeptChecks } from './kept-checks.ts';

const running: EndpointCheck = {
  state: 'running',
  startedAt: 0,
  url: 'http://s/',
  message: null,
  checks: [],
};
const done: EndpointCheck = { ...running, state: 'done' };

describe('checks of callback endpoints', () => {
  let checks: KeptChecks;
  beforeEach(() => {
    checks = new KeptChecks();
  });

  it('each merchant can have only one running endpoint check, even after simultaneous starts', async () => {
    const begun = await Promise.all([1, 2, 3].map(() => checks.begin('M1', running)));
    const [first, ...others] = begun.filter((one) => one !== null);
    expect(others).toEqual([]);
    expect(await checks.begin('M2', running)).not.toBeNull();
    await first?.tell({ ...running, message: 'half' });
    expect(await checks.begin('M1', running)).toBeNull();
    await first?.tell(done);
    expect(await checks.begin('M1', running)).not.toBeNull();
  });

  it('the last endpoint check of a merchant stays stored, both while it runs and after it ends', async () => {
    expect(await checks.last('M1')).toBeNull();
    const one = await checks.begin('M1', running);
    expect(await checks.last('M1')).toEqual(running);
    await one?.tell(done);
    expect(await checks.last('M1')).toEqual(done);
    expect(await checks.last('M2')).toBeNull();
  });

  it('a stop ends only the running endpoint check of its merchant', async () => {
    const [one, other] = [await checks.begin('M1', running), await checks.begin('M2', running)];
    await checks.stop('M1');
    await checks.stop('M3');
    expect([one?.stopped.aborted, other?.stopped.aborted]).toEqual([true, false]);
    await other?.tell(done);
    await checks.stop('M2');
    expect(other?.stopped.aborted).toBe(false);
    expect(await checks.last('M2')).toEqual(done);
  });
});
