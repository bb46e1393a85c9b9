import { describe, expect, it } from 'vitest';
import { type AnsweredRequest, RequestLog } from './request-log.ts';

function aRequest(fields: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    time: '2026-11-20T15:04:05+05:30',
    ip: '127.0.0.1',
    method: 'POST',
    path: '/v3/payin',
    endpoint: 'payin',
    mchId: 'M1',
    mchOrderNo: 'A',
    orderNo: null,
    signedWith: null,
    exchange: {
      query: '',
      request: { headers: [], body: '', cut: false },
      response: { headers: [], body: '', cut: false },
    },
    status: 200,
    error: null,
    durationMs: 1,
    parameters: new Map([['mchId', 'M1']]),
    secrets: ['key-of-m1', 'secret-of-m1'],
    diagnosis: null,
    ...fields,
  };
}

function shown(fields: Partial<AnsweredRequest>, ...keys: readonly string[]) {
  const log = new RequestLog();
  log.protect(...keys);
  return log.get(log.record(aRequest(fields)));
}

describe('pages [contract:control.requests]', () => {
  it('are newest first, and go on where the one before ended, whatever came in between', () => {
    const log = new RequestLog();
    for (const path of ['/1', '/2', '/3', '/4', '/5']) log.record(aRequest({ path }));
    const first = log.list({ limit: 2 });
    log.record(aRequest({ path: '/6' }));
    const second = log.list({ limit: 2, cursor: first.nextCursor ?? '' });
    const third = log.list({ limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ items }) => items.map(({ path }) => path))).toEqual([
      ['/5', '/4'],
      ['/3', '/2'],
      ['/1'],
    ]);
    expect(third.nextCursor).toBeNull();
  });

  it.each(['req_0', 'req_2', 'req_01', '1', 'req_x', ''])('cursor %j is one that no page gave', (cursor) => {
    const log = new RequestLog();
    log.record(aRequest());
    expect(() => log.list({ limit: 1, cursor })).toThrowError(
      expect.objectContaining({ code: 'invalid_body' }),
    );
  });

  it('the oldest go first, and what has gone is not found', () => {
    const log = new RequestLog();
    const first = log.record(aRequest());
    for (let recorded = 0; recorded < 4_500; recorded++) log.record(aRequest({ path: `/${recorded}` }));
    expect(log.get(first)).toBeNull();
    expect(log.list({ limit: 1 }).items[0]).toMatchObject({ path: '/4499' });
    expect(log.list({ limit: 5, cursor: first })).toEqual({ items: [], nextCursor: null });
  });
});

describe('what is secret [contract:control.keys-masked]', () => {
  it('the merchant’s own keys are masked in every text', () => {
    const entry = shown({
      path: '/v3/key-of-m1',
      mchId: 'secret-of-m1',
      mchOrderNo: 'a key-of-m1',
      parameters: new Map([['key-of-m1', 'xx secret-of-m1 key-of-m1']]),
      diagnosis: {
        canonical: 'a=key-of-m1&b=key-of-m1',
        received: 'key-of-m1',
        hint: 'h',
        alternative: 'key-of-m1',
      },
    });
    expect(entry).toMatchObject({
      path: '/v3/***',
      mchId: '***',
      mchOrderNo: 'a ***',
      parameters: { '***': 'xx *** ***' },
      diagnosis: { canonical: 'a=***&b=***', received: '***', hint: 'h', alternative: '***' },
    });
  });

  it('so are those of all others, before they were known, too', () => {
    const log = new RequestLog();
    const id = log.record(aRequest({ mchOrderNo: 'foreign-key' }));
    log.protect('foreign-key');
    expect(log.get(id)).toMatchObject({ mchOrderNo: '***' });
  });

  it('a key that is part of another leaves nothing of it', () => {
    expect(shown({ mchOrderNo: 'abcdef-long' }, 'abcdef', 'abcdef-long')).toMatchObject({
      mchOrderNo: '***',
    });
  });

  it('a short key of another merchant does not mask words, one of its own does', () => {
    expect(shown({ mchOrderNo: 'demo' }, 'd')).toMatchObject({ mchOrderNo: 'demo' });
    expect(shown({ mchOrderNo: 'demo', secrets: ['d'] })).toMatchObject({ mchOrderNo: '***emo' });
  });

  it('a key across a cut leaves no half', () => {
    const value = `${'x'.repeat(508)}key-of-m1`;
    const entry = shown({ parameters: new Map([['extra', value]]) });
    expect(entry?.parameters['extra']).toBe(`${'x'.repeat(508)}***`);
  });

  it('personal data is masked by its name, in the text to be signed as well, in whatever length', () => {
    const parameters = new Map([
      ['accountNumber', '9'.repeat(2_000)],
      ['upiId', 'asha@bank'],
      ['amount', '5.00'],
    ]);
    const canonical = `accountNumber=${'9'.repeat(2_000)}&amount=5.00&upiId=asha@bank&key=<key>`;
    const entry = shown({ parameters, diagnosis: { canonical, received: 'X', hint: 'h' } });
    expect(entry?.parameters).toEqual({ accountNumber: '***', upiId: '***', amount: '5.00' });
    expect(entry?.diagnosis?.canonical).toBe('accountNumber=***&amount=5.00&upiId=***&key=<key>');
  });
});

describe('what is kept is bounded', () => {
  it('names, values, their number, and the text to be signed', () => {
    const many = Array.from({ length: 300 }, (_, index): [string, string] => [
      `p${index}${'n'.repeat(999)}`,
      'v'.repeat(999),
    ]);
    const diagnosis = { canonical: 'c'.repeat(60_000), received: 'r'.repeat(60_000), hint: 'h' };
    const entry = shown({ parameters: new Map(many), diagnosis });
    const names = Object.keys(entry?.parameters ?? {});
    expect(names).toHaveLength(100);
    expect(Math.max(...names.map((name) => name.length))).toBe(512);
    expect(Math.max(...Object.values(entry?.parameters ?? {}).map((value) => value.length))).toBe(512);
    expect(entry?.diagnosis?.canonical).toHaveLength(8_192);
    expect(entry?.diagnosis?.received).toHaveLength(8_192);
  });
});
