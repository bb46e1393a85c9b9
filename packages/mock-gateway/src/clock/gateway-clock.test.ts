import { beforeEach, describe, expect, it } from 'vitest';
import { GatewayClock } from './gateway-clock.ts';

const t0 = 1_795_167_245_000;
let real: number;
const realTime = () => real;
beforeEach(() => {
  real = t0;
});

const messages = {
  clock_backwards: 'the target time is before the current time; the clock only moves forward',
  clock_out_of_range:
    'the target time must be a whole number of milliseconds before the end of the year 9998',
  clock_held: 'another call is advancing the clock; retry after that call has ended',
  clock_stopped: 'the gateway was closed or reset before the clock move ended',
};
const code = (name: keyof typeof messages) =>
  expect.objectContaining({ name: 'ClockError', code: name, message: messages[name] });

describe('running clock', () => {
  it('a running clock shows real time', () => {
    const clock = new GatewayClock({ realTime });
    expect(clock.now()).toBe(t0);
    real += 5;
    expect(clock.now()).toBe(t0 + 5);
    expect([clock.mode, clock.isTicking]).toEqual(['running', true]);
    expect(new GatewayClock().now()).toBeGreaterThan(t0 - 10 * 365 * 86_400_000);
  });

  it('a running clock continues from its time when the system clock is set back', () => {
    const clock = new GatewayClock({ realTime, stored: { offset: 1_000, frozenAt: null } });
    expect(clock.now()).toBe(t0 + 1_000);
    real -= 60_000;
    expect(clock.now()).toBe(t0 + 1_000);
    real += 7;
    expect(clock.now()).toBe(t0 + 1_007);
  });
});

describe('frozen clock', () => {
  it('a frozen clock continues from its frozen time after a resume', () => {
    const clock = new GatewayClock({ realTime });
    clock.freeze();
    real += 10_000;
    expect([clock.now(), clock.mode, clock.isTicking]).toEqual([t0, 'frozen', false]);
    clock.resume();
    expect([clock.now(), clock.mode, clock.isTicking]).toEqual([t0, 'running', true]);
    real += 3;
    expect(clock.now()).toBe(t0 + 3);
  });

  it('a client can freeze the clock at a later instant, but not at an earlier instant', () => {
    const clock = new GatewayClock({ realTime });
    clock.freeze(t0 + 50);
    expect(clock.now()).toBe(t0 + 50);
    expect(() => clock.freeze(t0 + 49)).toThrow(code('clock_backwards'));
    clock.freeze(t0 + 60);
    expect([clock.now(), clock.mode]).toEqual([t0 + 60, 'frozen']);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, t0 + 0.5, 1e15])(
    'the clock rejects a freeze at %d and keeps running',
    (at) => {
      const clock = new GatewayClock({ realTime });
      expect(() => clock.freeze(at)).toThrow(code('clock_out_of_range'));
      expect(() => clock.assertReachable(at)).toThrow(code('clock_out_of_range'));
      expect([clock.now(), clock.isTicking]).toEqual([t0, true]);
      clock.freeze(Date.UTC(9998, 11, 31));
      expect(() => clock.assertReachable(clock.now() + 1)).toThrow(code('clock_out_of_range'));
    },
  );

  it('resuming a running clock changes nothing', () => {
    const clock = new GatewayClock({ realTime });
    clock.resume();
    real += 1;
    expect(clock.now()).toBe(t0 + 1);
  });
});

describe('held clock', () => {
  it('a held clock continues from its last instant after its release', () => {
    const clock = new GatewayClock({ realTime });
    const held = clock.hold();
    real += 8_000;
    expect([clock.now(), clock.mode, clock.isTicking]).toEqual([t0, 'running', false]);
    held.setTo(t0 + 60_000);
    expect(clock.now()).toBe(t0 + 60_000);
    expect(() => held.setTo(t0 + 59_999)).toThrow(code('clock_backwards'));
    held.release();
    real += 2;
    expect([clock.now(), clock.isTicking]).toEqual([t0 + 60_002, true]);
  });

  it('a held clock stays frozen if its holder releases the clock as frozen', () => {
    const clock = new GatewayClock({ realTime });
    clock.freeze();
    const held = clock.hold();
    held.setTo(t0 + 9);
    held.release();
    real += 5;
    expect([clock.now(), clock.mode]).toEqual([t0 + 9, 'frozen']);
    clock.resume();
    clock.hold().release('frozen');
    real += 5;
    expect([clock.now(), clock.mode]).toEqual([t0 + 9, 'frozen']);
  });

  it('only the holder of a held clock can move the clock', () => {
    const clock = new GatewayClock({ realTime });
    const held = clock.hold();
    for (const move of [() => clock.freeze(), () => clock.resume(), () => clock.hold()])
      expect(move).toThrow(code('clock_held'));
    held.release();
    clock.freeze(t0 + 1);
    expect(clock.now()).toBe(t0 + 1);
  });

  it('a clock that begins again ignores its former holder', () => {
    const clock = new GatewayClock({ realTime });
    const held = clock.hold();
    held.setTo(t0 + 60_000);
    clock.begin({ offset: 0, frozenAt: null });
    real += 5;
    expect(clock.now()).toBe(t0 + 5);
    expect(() => held.setTo(t0 + 120_000)).toThrow(code('clock_stopped'));
    const next = clock.hold();
    held.release('frozen');
    expect(clock.isTicking).toBe(false);
    next.release();
    expect([clock.now(), clock.mode]).toEqual([t0 + 5, 'running']);
  });
});

describe('stored clock', () => {
  it('a running clock continues after a restart', () => {
    const clock = new GatewayClock({ realTime });
    const held = clock.hold();
    held.setTo(t0 + 3_600_000);
    held.release();
    const stored = clock.stored();
    expect(stored).toEqual({ offset: 3_600_000, frozenAt: null });
    real += 500;
    expect(new GatewayClock({ realTime, stored }).now()).toBe(t0 + 3_600_500);
  });

  it('a frozen clock stays frozen after a restart', () => {
    const clock = new GatewayClock({ realTime });
    clock.freeze(t0 + 10);
    const stored = clock.stored();
    real += 500;
    const again = new GatewayClock({ realTime, stored });
    expect([again.now(), again.mode]).toEqual([t0 + 10, 'frozen']);
    again.resume();
    real += 1;
    expect(again.now()).toBe(t0 + 11);
  });

  it('a clock computes its stored form for any instant and mode', () => {
    const clock = new GatewayClock({ realTime });
    expect(clock.stored(t0 + 60_000)).toEqual({ offset: 60_000, frozenAt: null });
    expect(clock.stored(t0 + 60_000, 'frozen')).toEqual({ offset: 60_000, frozenAt: t0 + 60_000 });
    clock.freeze();
    expect(clock.stored(t0 + 60_000)).toEqual({ offset: 60_000, frozenAt: t0 + 60_000 });
    expect(clock.stored(t0, 'running')).toEqual({ offset: 0, frozenAt: null });
  });

  it('only a clock that begins again moves back', () => {
    const clock = new GatewayClock({ realTime });
    clock.freeze(t0 + 3_600_000);
    clock.begin({ offset: 0, frozenAt: null });
    expect([clock.now(), clock.mode, clock.stored()]).toEqual([t0, 'running', { offset: 0, frozenAt: null }]);
  });
});
