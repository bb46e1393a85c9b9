import { beforeEach, describe, expect, it } from 'vitest';
import { FaultList } from './fault-list.ts';
import type { FaultSubject } from './faults.ts';

const subject = { mchId: 'M1', mchOrderNo: 'A' };
const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;

describe('fault list', () => {
  let list: FaultList;
  beforeEach(() => {
    list = new FaultList();
  });
  const strike = (of: FaultSubject = subject) => list.strikeWire('payin', 'before', of);

  it('a fault applies only to its endpoint, phase, merchant and order number', async () => {
    await list.add({ ...drop, mchId: 'M1', mchOrderNo: 'A' });
    expect(await list.strikeWire('payout', 'before', subject)).toBeNull();
    expect(await list.strikeWire('payin', 'after', subject)).toBeNull();
    expect(await strike({ ...subject, mchId: 'M2' })).toBeNull();
    expect(await strike({ ...subject, mchOrderNo: 'B' })).toBeNull();
    expect(await strike()).toEqual({ kind: 'drop' });
    await list.clear();
    expect(await list.list()).toEqual([]);
    await list.add({ ...drop, endpoint: '*' });
    expect(await list.strikeWire('link-status', 'before', subject)).toEqual({ kind: 'drop' });
    expect(await list.strikeCallback(subject)).toBeNull();
  });

  it('the fault list reports whether a fault applies to an endpoint', async () => {
    await list.add({ endpoint: 'callback', action: { kind: 'drop' } });
    expect(await list.anyFor('payin')).toBe(false);
    await list.add(drop);
    expect(await Promise.all([list.anyFor('payin'), list.anyFor('payout')])).toEqual([true, false]);
    await list.add({ ...drop, endpoint: '*', times: 1 });
    expect(await list.anyFor('payout')).toBe(true);
    await list.strikeWire('payout', 'before', subject);
    expect(await list.anyFor('payout')).toBe(false);
  });

  it('a callback fault selects a callback by its order number', async () => {
    const { id } = await list.add({ endpoint: 'callback', mchOrderNo: 'A', action: { kind: 'tamper' } });
    expect(await list.strikeCallback({ ...subject, mchOrderNo: 'B' })).toBeNull();
    expect(await list.strikeCallback(subject)).toEqual({ kind: 'tamper', id });
    expect(await strike()).toBeNull();
  });

  it('faults apply in the order of their creation', async () => {
    await list.add({ ...drop, times: 2 });
    await list.add({ ...drop, action: { kind: 'hang' } });
    const struck = [await strike(), await strike(), await strike()];
    expect(struck.map((action) => action?.kind)).toEqual(['drop', 'drop', 'hang']);
    expect(await list.list()).toMatchObject([{ action: { kind: 'hang' } }]);
  });

  it('a fault applies to simultaneous calls exactly as many times as the fault allows', async () => {
    await list.add({ ...drop, times: 5 });
    const struck = await Promise.all(Array.from({ length: 20 }, () => strike()));
    expect(struck.filter((action) => action !== null)).toHaveLength(5);
    expect(await list.list()).toEqual([]);
  });

  it('a fault with a probability applies to the same calls in every run', async () => {
    const run = async () => {
      const fresh = new FaultList();
      await fresh.add({ ...drop, probability: 0.25 });
      const struck: boolean[] = [];
      for (let call = 0; call < 1000; call++)
        struck.push((await fresh.strikeWire('payin', 'before', subject)) !== null);
      return struck;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(200);
    expect(first.filter(Boolean).length).toBeLessThan(300);
  });

  it('each fault has its own id, with which a client removes the fault', async () => {
    const ids = [await list.add(drop), await list.add(drop), await list.add(drop)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(await list.remove(ids[1] ?? '')).toBe(true);
    expect(await list.remove(ids[1] ?? '')).toBe(false);
    expect((await list.list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });
});
