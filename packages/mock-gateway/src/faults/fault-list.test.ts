import { beforeEach, describe, expect, it } from 'vitest';
import type { FaultSubject } from './fault.ts';
import { FaultList, firstSeed } from './fault-list.ts';
import { seededDraw } from './seeded-draw.ts';

const subject = { mchId: 'M1', mchOrderNo: 'A' };
const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;

describe('fault list', () => {
  let faults: FaultList;
  beforeEach(() => {
    faults = new FaultList();
  });
  const match = (of: FaultSubject = subject) => faults.matchWire('payin', 'before', of);

  it('a fault applies only to its endpoint, phase, merchant and order number', () => {
    faults.add({ ...drop, mchId: 'M1', mchOrderNo: 'A' });
    expect(faults.matchWire('payout', 'before', subject)).toBeNull();
    expect(faults.matchWire('payin', 'after', subject)).toBeNull();
    expect(match({ ...subject, mchId: 'M2' })).toBeNull();
    expect(match({ ...subject, mchOrderNo: 'B' })).toBeNull();
    expect(match()).toEqual({ kind: 'drop', id: 'fault_1' });
    faults.removeAll();
    expect(faults.list()).toEqual([]);
    faults.add({ ...drop, endpoint: '*' });
    expect(faults.matchWire('link-status', 'before', subject)).toEqual({ kind: 'drop', id: 'fault_2' });
    expect(faults.matchCallback(subject)).toBeNull();
  });

  it('the fault list reports whether a fault applies to an endpoint', () => {
    faults.add({ endpoint: 'callback', action: { kind: 'drop' } });
    expect(faults.anyFor('payin')).toBe(false);
    faults.add(drop);
    expect([faults.anyFor('payin'), faults.anyFor('payout')]).toEqual([true, false]);
    faults.add({ ...drop, endpoint: '*', times: 1 });
    expect(faults.anyFor('payout')).toBe(true);
    faults.matchWire('payout', 'before', subject);
    expect(faults.anyFor('payout')).toBe(false);
  });

  it('a callback fault selects a callback by its order number', () => {
    const { id } = faults.add({ endpoint: 'callback', mchOrderNo: 'A', action: { kind: 'tamper' } });
    expect(faults.matchCallback({ ...subject, mchOrderNo: 'B' })).toBeNull();
    expect(faults.matchCallback(subject)).toEqual({ kind: 'tamper', id });
    expect(match()).toBeNull();
  });

  it('faults apply in the order of their creation', () => {
    faults.add({ ...drop, times: 2 });
    faults.add({ ...drop, action: { kind: 'hang' } });
    const hits = [match(), match(), match()];
    expect(hits.map((action) => action?.kind)).toEqual(['drop', 'drop', 'hang']);
    expect(faults.list()).toMatchObject([{ action: { kind: 'hang' } }]);
  });

  it('a fault applies to simultaneous calls exactly as many times as the fault allows', () => {
    faults.add({ ...drop, times: 5 });
    const hits = Array.from({ length: 20 }, () => match());
    expect(hits.filter((action) => action !== null)).toHaveLength(5);
    expect(faults.list()).toEqual([]);
  });

  it('a fault with a probability applies to the same calls in every run', () => {
    const run = () => {
      const fresh = new FaultList();
      fresh.add({ ...drop, probability: 0.25 });
      return Array.from({ length: 1000 }, () => fresh.matchWire('payin', 'before', subject) !== null);
    };
    const first = run();
    expect(run()).toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(200);
    expect(first.filter(Boolean).length).toBeLessThan(300);
  });

  it('each fault has its own id, with which a client removes the fault', () => {
    const ids = [faults.add(drop), faults.add(drop), faults.add(drop)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(faults.remove(ids[1] ?? '')).toBe(true);
    expect(faults.remove(ids[1] ?? '')).toBe(false);
    expect(faults.list().map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  it('a fault whose probability is not set draws no random number', () => {
    faults.add({ ...drop, times: 3 });
    for (let call = 0; call < 3; call++) match();
    const first = seededDraw(firstSeed)();
    faults.add({ ...drop, probability: first + Number.EPSILON });
    expect(match()).toMatchObject({ kind: 'drop' });
  });

  it('a fault does not apply if the random draw equals its probability', () => {
    faults.add({ ...drop, probability: seededDraw(firstSeed)() });
    expect(match()).toBeNull();
  });

  it('removing all faults repeats the random draws, but no id', () => {
    const run = () => {
      faults.add({ ...drop, probability: 0.5 });
      return Array.from({ length: 50 }, () => match() !== null);
    };
    const first = run();
    faults.removeAll();
    expect(run()).toEqual(first);
    expect(faults.list()).toMatchObject([{ id: 'fault_2' }]);
  });

  it('after a reset, the ids start again', () => {
    faults.add(drop);
    faults.clear();
    expect(faults.add(drop)).toMatchObject({ id: 'fault_1' });
  });
});
