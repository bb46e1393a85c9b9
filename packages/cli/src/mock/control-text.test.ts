import { stripVTControlCharacters } from 'node:util';
import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { describe, expect, it } from 'vitest';
import { timelineText } from '../commands/mock/orders.ts';
import { attemptsText, callbackText } from './control-text.ts';

const shop = 'http://shop.example/callbacks';
const attempt: ControlResponse<'Attempt'> = {
  number: 1,
  manual: false,
  url: shop,
  startedAt: '2026-11-20T15:04:05+05:30',
  durationMs: 5,
  status: 200,
  responseBody: 'success',
  ok: true,
  reason: null,
  fault: null,
};
const tampered: ControlResponse<'Attempt'>['fault'] = {
  id: 'fault_1',
  kind: 'tamper',
  sent: 1,
  sentBody: '{}',
  note: 'sent with an altered amount, on purpose',
};

describe('callback attempts', () => {
  const callback = {
    ...({
      id: 'cb_1',
      kind: 'payin',
      event: 'payin.success',
      state: 'delivered',
      url: shop,
      body: '{}',
    } as const),
    ...({ mchId: 'DEMO1001', orderNo: null, format: 'json', nextAttemptAt: null } as const),
    createdAt: attempt.startedAt,
  };
  const shown = (attempts: ControlResponse<'Callback'>['attempts']) =>
    stripVTControlCharacters(callbackText({ ...callback, attempts }));

  it('a callback attempt to the saved URL without a fault shows neither a URL nor a fault', () => {
    expect(shown([attempt])).not.toMatch(/went to|on purpose/);
    expect(attemptsText([attempt])).not.toMatch(/went to/);
  });

  it('the output of a callback attempt to another URL contains that URL', () => {
    expect(shown([attempt, { ...attempt, number: 2, url: 'http://127.0.0.1:9/' }])).toMatch(
      /^ {2}attempt 2 went to http:\/\/127\.0\.0\.1:9\/$/m,
    );
  });

  it('the output of a callback attempt with a fault contains the fault', () => {
    expect(shown([{ ...attempt, fault: tampered }])).toMatch(
      /^ {2}attempt 1 was sent with an altered amount, on purpose \(fault_1\)$/m,
    );
  });

  it('an order timeline shows the URL, the status and the fault of each callback attempt', () => {
    const event = { type: 'attempt', callbackId: 'cb_1', event: 'payin.success' } as const;
    const entry = { at: attempt.startedAt, ...event, ...attempt };
    expect(timelineText([entry])).toContain(`payin.success attempt 1 to ${shop} [200]`);
    const odd = { ...entry, number: 2, manual: true, status: 500, reason: 'status 500', fault: tampered };
    expect(timelineText([odd])).toContain(
      `payin.success re-send 2 to ${shop} [500]: status 500 (sent with an altered amount, on purpose`,
    );
  });
});
