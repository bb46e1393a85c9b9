import { beforeEach, describe, expect, it } from 'vitest';
import { byTurns, type OpenEnds } from '../cluster/ends.contract.ts';
import type { FaultSubject, Faults } from './faults.ts';

const subject = { mchId: 'M1', mchOrderNo: 'A' };
const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;

/** Tests of the active faults at either of two instances. */
export function faultsContract(open: OpenEnds<Faults>): void {
  describe('fault list', () => {
    let ends: Generator<Faults, never>;
    beforeEach(async () => {
      ends = byTurns(await open());
    });
    const end = () => ends.next().value;
    const strike = (of: FaultSubject = subject) => end().strikeWire('payin', 'before', of);

    it('a fault applies only to its endpoint, phase, merchant and order number', async () => {
      await end().add({ ...drop, mchId: 'M1', mchOrderNo: 'A' });
      expect(await end().strikeWire('payout', 'before', subject)).toBeNull();
      expect(await end().strikeWire('payin', 'after', subject)).toBeNull();
      expect(await strike({ ...subject, mchId: 'M2' })).toBeNull();
      expect(await strike({ ...subject, mchOrderNo: 'B' })).toBeNull();
      expect(await strike()).toEqual({ kind: 'drop' });
      await end().clear();
      expect(await end().list()).toEqual([]);
      await end().add({ ...drop, endpoint: '*' });
      expect(await end().strikeWire('link-status', 'before', subject)).toEqual({ kind: 'drop' });
      expect(await end().strikeCallback(subject)).toBeNull();
    });

    it('the fault list reports whether a fault applies to an endpoint', async () => {
      await end().add({ endpoint: 'callback', action: { kind: 'drop' } });
      expect(await end().anyFor('payin')).toBe(false);
      await end().add(drop);
      expect(await Promise.all([end().anyFor('payin'), end().anyFor('payout')])).toEqual([true, false]);
      await end().add({ ...drop, endpoint: '*', times: 1 });
      expect(await end().anyFor('payout')).toBe(true);
      await end().strikeWire('payout', 'before', subject);
      expect(await end().anyFor('payout')).toBe(false);
    });

    it('a callback fault selects a callback by its order number', async () => {
      const { id } = await end().add({ endpoint: 'callback', mchOrderNo: 'A', action: { kind: 'tamper' } });
      expect(await end().strikeCallback({ ...subject, mchOrderNo: 'B' })).toBeNull();
      expect(await end().strikeCallback(subject)).toEqual({ kind: 'tamper', id });
      expect(await strike()).toBeNull();
    });

    it('faults apply in the order of their creation', async () => {
      await end().add({ ...drop, times: 2 });
      await end().add({ ...drop, action: { kind: 'hang' } });
      const struck = [await strike(), await strike(), await strike()];
      expect(struck.map((action) => action?.kind)).toEqual(['drop', 'drop', 'hang']);
      expect(await end().list()).toMatchObject([{ action: { kind: 'hang' } }]);
    });

    it('a fault applies to simultaneous calls exactly as many times as the fault allows', async () => {
      await end().add({ ...drop, times: 5 });
      const struck = await Promise.all(Array.from({ length: 20 }, () => strike()));
      expect(struck.filter((action) => action !== null)).toHaveLength(5);
      expect(await end().list()).toEqual([]);
    });

    it('a fault with a probability applies to the same calls in every run', async () => {
      const run = async () => {
        const fresh = byTurns(await open());
        await fresh.next().value.add({ ...drop, probability: 0.25 });
        const struck: boolean[] = [];
        for (let call = 0; call < 1000; call++)
          struck.push((await fresh.next().value.strikeWire('payin', 'before', subject)) !== null);
        return struck;
      };
      const first = await run();
      expect(await run()).toEqual(first);
      expect(first.filter(Boolean).length).toBeGreaterThan(200);
      expect(first.filter(Boolean).length).toBeLessThan(300);
    });

    it('each fault has its own id, with which a client removes the fault', async () => {
      const ids = [await end().add(drop), await end().add(drop), await end().add(drop)].map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      expect(await end().remove(ids[1] ?? '')).toBe(true);
      expect(await end().remove(ids[1] ?? '')).toBe(false);
      expect((await end().list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    });
  });
}
