import { beforeEach, describe, expect, it } from 'vitest';
import { type WebhookCheck, WebhookChecks } from './webhook-checks.ts';

const running: WebhookCheck = {
  state: 'running',
  startedAt: 0,
  url: 'http://s/',
  message: null,
  checks: [],
};
const done: WebhookCheck = { ...running, state: 'done' };

describe('checks of callback endpoints', () => {
  let checks: WebhookChecks;
  beforeEach(() => {
    checks = new WebhookChecks();
  });

  /** Starts a check that must be able to start. */
  function begin(mchId: string) {
    const started = checks.begin(mchId, running);
    if (started === null) throw new Error('another check is running');
    return started;
  }

  it('each merchant can have only one running webhook check', () => {
    const first = begin('M1');
    expect(checks.begin('M1', running)).toBeNull();
    expect(checks.begin('M2', running)).not.toBeNull();
    first.check = { ...running, message: 'half' };
    expect(checks.begin('M1', running)).toBeNull();
    first.check = done;
    expect(checks.begin('M1', running)).not.toBeNull();
  });

  it('the last webhook check of a merchant is available while it runs and after it ends', () => {
    expect(checks.last('M1')).toBeNull();
    const started = begin('M1');
    expect(checks.last('M1')).toEqual(running);
    started.check = done;
    expect(checks.last('M1')).toEqual(done);
    expect(checks.last('M2')).toBeNull();
  });

  it('a stop ends only the running webhook check of its merchant', () => {
    const [one, other] = [begin('M1'), begin('M2')];
    checks.stop('M1');
    checks.stop('M3');
    expect([one.stop.signal.aborted, other.stop.signal.aborted]).toEqual([true, false]);
    other.check = done;
    checks.stop('M2');
    expect(other.stop.signal.aborted).toBe(false);
  });

  it('a webhook check that began before a reset has no effect after the reset', () => {
    const before = begin('M1');
    checks.clear();
    const after = begin('M1');
    before.check = done;
    expect(checks.last('M1')).toEqual(running);
    checks.stop('M1');
    expect([before.stop.signal.aborted, after.stop.signal.aborted]).toEqual([false, true]);
  });
});
