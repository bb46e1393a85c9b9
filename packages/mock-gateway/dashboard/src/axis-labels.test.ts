import { describe, expect, it } from 'vitest';
import { amountLabels, timeLabels } from './axis-labels.ts';

const at = (time: string) => Date.parse(`${time}+05:30`) / 1_000;

describe('chart axis labels', () => {
  it('axis labels show the day only at the first time of that day', () => {
    const times = ['2026-11-20T23:00:00', '2026-11-20T23:30:00', '2026-11-21T00:00:00'].map(at);
    expect(timeLabels(times)).toEqual(['23:00\n20 Nov', '23:30', '00:00\n21 Nov']);
  });

  it('axis labels show seconds only if a time has seconds', () => {
    expect(timeLabels([at('2026-11-20T15:04:05')])).toEqual(['15:04:05\n20 Nov']);
    expect(timeLabels([at('2026-11-20T00:00:00'), at('2026-11-21T00:00:00')])).toEqual(['20 Nov', '21 Nov']);
  });

  it('axis labels show sums in rupees, with paise if a step is less than one rupee', () => {
    expect(amountLabels([0, 100_000])).toEqual(['₹0', '₹1,00,000']);
    expect(amountLabels([0.1 + 0.2, 0.4])).toEqual(['₹0.30', '₹0.40']);
  });
});
