import { beforeEach, describe, expect, it } from 'vitest';
import type { EndpointCheck, EndpointChecks } from './endpoint-checks.ts';
import { byTurns, type OpenEnds } from './ends.contract.ts';

const running: EndpointCheck = {
  state: 'running',
  startedAt: 0,
  url: 'http://s/',
  message: null,
  checks: [],
};
const done: EndpointCheck = { ...running, state: 'done' };

/** Tests of the checks of callback endpoints, with either of two instances as the runner. */
export function endpointChecksContract(open: OpenEnds<EndpointChecks>, settled: () => Promise<void>): void {
  describe('shared checks of callback endpoints', () => {
    let ends: Generator<EndpointChecks, never>;
    beforeEach(async () => {
      ends = byTurns(await open());
    });
    const end = () => ends.next().value;

    it('each merchant can have only one running endpoint check, even after simultaneous starts', async () => {
      const begun = await Promise.all([1, 2, 3].map(() => end().begin('M1', running)));
      const [first, ...others] = begun.filter((one) => one !== null);
      expect(others).toEqual([]);
      expect(await end().begin('M2', running)).not.toBeNull();
      await first?.tell({ ...running, message: 'half' });
      expect(await end().begin('M1', running)).toBeNull();
      await first?.tell(done);
      expect(await end().begin('M1', running)).not.toBeNull();
    });

    it('each instance returns the last endpoint check of a merchant, both while it runs and after it ends', async () => {
      expect(await end().last('M1')).toBeNull();
      const one = await end().begin('M1', running);
      expect(await end().last('M1')).toEqual(running);
      await one?.tell(done);
      expect(await end().last('M1')).toEqual(done);
      expect(await end().last('M2')).toBeNull();
    });

    it('any instance can stop a running check of a callback endpoint', async () => {
      const [one, other] = [await end().begin('M1', running), await end().begin('M2', running)];
      await end().stop('M1');
      await end().stop('M3');
      await settled();
      expect([one?.stopped.aborted, other?.stopped.aborted]).toEqual([true, false]);
      await other?.tell(done);
      await end().stop('M2');
      await settled();
      expect(other?.stopped.aborted).toBe(false);
      expect(await end().last('M2')).toEqual(done);
    });
  });
}
