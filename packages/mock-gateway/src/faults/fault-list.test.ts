import { describe, expect, it } from 'vitest';
import { faultInput } from './fault.ts';
import { FaultList } from './fault-list.ts';

const subject = { mchId: 'M1', mchOrderNo: 'A' };
const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;

describe('FaultList', () => {
  it('strikes its endpoint, phase, merchant and order alone; * is every endpoint but callbacks', () => {
    const faults = new FaultList();
    faults.add({ ...drop, mchId: 'M1', mchOrderNo: 'A' });
    expect(faults.strikeWire('payout', 'before', subject)).toBeNull();
    expect(faults.strikeWire('payin', 'after', subject)).toBeNull();
    expect(faults.strikeWire('payin', 'before', { ...subject, mchId: 'M2' })).toBeNull();
    expect(faults.strikeWire('payin', 'before', { ...subject, mchOrderNo: 'B' })).toBeNull();
    expect(faults.strikeWire('payin', 'before', subject)).toEqual({ kind: 'drop' });
    faults.clear();
    faults.add({ ...drop, endpoint: '*' });
    expect(faults.strikeWire('link-status', 'before', subject)).toEqual({ kind: 'drop' });
    expect(faults.strikeCallback(subject)).toBeNull();
  });

  it('lets the first match win, and counts down', () => {
    const faults = new FaultList();
    faults.add({ ...drop, times: 2 });
    faults.add({ ...drop, action: { kind: 'hang' } });
    const struck = [1, 2, 3].map(() => faults.strikeWire('payin', 'before', subject)?.kind);
    expect(struck).toEqual(['drop', 'drop', 'hang']);
    expect(faults.list()).toHaveLength(1);
  });

  it('draws a probability the same way in every run', () => {
    const run = () => {
      const faults = new FaultList();
      faults.add({ ...drop, probability: 0.25 });
      return Array.from({ length: 1000 }, () => faults.strikeWire('payin', 'before', subject) !== null);
    };
    expect(run()).toEqual(run());
    const struck = run().filter(Boolean).length;
    expect(struck).toBeGreaterThan(200);
    expect(struck).toBeLessThan(300);
  });

  it('removes by id', () => {
    const faults = new FaultList();
    const { id } = faults.add(drop);
    expect(faults.remove(id)).toBe(true);
    expect(faults.remove(id)).toBe(false);
    expect(faults.isEmpty).toBe(true);
  });

  it.each([
    { ...drop, action: { kind: 'duplicate' } },
    { ...drop, phase: 'later' },
    { ...drop, times: 0 },
    { ...drop, action: { kind: 'status', status: 200 } },
    { ...drop, unknown: true },
  ])('refuses %o', (input) => {
    expect(faultInput.safeParse(input).success).toBe(false);
  });
});
