import { sign } from '@inrgate/sdk/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMessage, aRequest } from './a-request.contract.ts';
import type { RequestRecord } from './record.ts';
import { RequestLog } from './request-log.ts';

function protect(log: RequestLog, key: string): void {
  log.protect({ mchKey: key, mchSecret: `${key}-secret` });
}

function shown(fields: Partial<RequestRecord>, ...keys: readonly string[]) {
  const log = new RequestLog();
  for (const key of keys) protect(log, key);
  return log.get(log.add(aRequest(fields)));
}

describe('request log', () => {
  let log: RequestLog;
  beforeEach(() => {
    log = new RequestLog();
  });
  const record = (path: string) => log.add(aRequest({ path }));

  it('the request log returns its pages newest first, without gaps when new requests arrive', () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) record(path);
    const first = log.list({ limit: 2 });
    record('/6');
    const second = log.list({ limit: 2, cursor: first.nextCursor ?? '' });
    const third = log.list({ limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ items }) => items.map(({ path }) => path))).toEqual([
      ['/5', '/4'],
      ['/3', '/2'],
      ['/1'],
    ]);
    expect(third.nextCursor).toBeNull();
  });

  it.each(['req_0', 'req_2', 'req_01', '1', 'req_x', ''])(
    'the request log rejects the unknown cursor %j',
    (cursor) => {
      record('/1');
      expect(() => log.list({ limit: 1, cursor })).toThrow(
        expect.objectContaining({ code: 'invalid_cursor' }),
      );
    },
  );

  it('the request log assigns each request its own id, with which a client finds the entry', async () => {
    const ids = ['/1', '/2', '/3', '/4'].map(record);
    expect(new Set(ids).size).toBe(4);
    for (const [at, id] of ids.entries()) {
      expect(log.get(id)).toMatchObject({ id, path: `/${at + 1}` });
      expect(log.inFull(id)).toMatchObject(log.get(id) ?? {});
    }
    expect(log.get('req_9')).toBeNull();
    expect(log.tally()).toEqual({ total: 4, refused: 0 });
  });

  it('the request log masks a key in all entries after the log has received the key', () => {
    const id = log.add(aRequest({ mchOrderNo: 'foreign-key' }));
    log.protect({ mchKey: 'foreign-key', mchSecret: 'foreign-key-secret' });
    const later = log.add(aRequest({ mchOrderNo: 'foreign-key' }));
    for (const one of [id, later]) expect(log.get(one)).toMatchObject({ mchOrderNo: '***' });
    expect(log.hideKeys('a foreign-key-secret')).toBe('a ***');
  });
});

describe('cut string in the log [contract:control.keys-masked]', () => {
  const key = 'k'.repeat(50) + 'l'.repeat(50);

  it('a cut string shows no part of a key that the cut divides', () => {
    for (let part = 1; part < 100; part++) {
      const text = 'x'.repeat(1_112 - 900 - part) + key.repeat(10);
      const log = shown(
        { path: text, mchId: text, mchOrderNo: text, parameters: new Map([['a', text]]) },
        key,
      );
      expect(JSON.stringify(log), `${part} characters of it`).not.toMatch(/k|l{3}/);
    }
  });

  it('a diagnosis shows no part of a key that a cut divides', () => {
    const parameters = new Map([['a', 'x'.repeat(92) + key.repeat(90)]]);
    const long = shown({ parameters, wronglySigned: 'payin' }, key);
    expect(long?.diagnosis?.canonical).not.toMatch(/k{2}|l{2}/);
    const twice = new Map([
      ['api_key', 'abcdef'],
      ['key', 'abc'],
    ]);
    const short = shown({ parameters: twice, wronglySigned: 'payin' });
    expect(short?.diagnosis?.canonical).toBe('api_key=***&key=***&key=<key>');
  });
});

describe('pages of the log [contract:control.requests]', () => {
  it('the log drops the oldest entries first', () => {
    const log = new RequestLog();
    const first = log.add(aRequest());
    for (let recorded = 0; recorded < 4_500; recorded++) log.add(aRequest({ path: `/${recorded}` }));
    expect(log.get(first)).toBeNull();
    expect(log.list({ limit: 1 }).items[0]).toMatchObject({ path: '/4499' });
    expect(log.list({ limit: 5, cursor: first })).toEqual({ items: [], nextCursor: null });
  });
});

describe('size of recorded values', () => {
  it('the log limits recorded values in bytes [contract:control.requests]', () => {
    const log = new RequestLog();
    const parameters = new Map([['extra', 'x'.repeat(1_000_000)]]);
    for (let recorded = 0; recorded < 40; recorded++) log.add(aRequest({ parameters }));
    expect(log.tally().total).toBeLessThan(34);
    expect(log.tally().total).toBeGreaterThan(5);
  });
});

describe('secret values in the log [contract:control.keys-masked]', () => {
  it('the log masks the merchant’s own keys in every string', () => {
    const entry = shown({
      path: '/v3/key-of-m1',
      mchId: 'secret-of-m1',
      mchOrderNo: 'a key-of-m1',
      parameters: new Map([
        ['key-of-m1', 'xx secret-of-m1 key-of-m1'],
        ['merchant_id', 'key-of-m1'],
        ['merchant_order_no', 'secret-of-m1'],
        ['sign', 'key-of-m1'],
      ]),
      wronglySigned: 'payin',
    });
    expect(entry).toMatchObject({
      path: '/v3/***',
      mchId: '***',
      mchOrderNo: 'a ***',
      parameters: { '***': 'xx *** ***', merchant_id: '***', merchant_order_no: '***', sign: '***' },
      diagnosis: {
        canonical: '***=xx *** ***&merchant_id=***&merchant_order_no=***&key=<key>',
        received: '***',
        alternative: expect.not.stringContaining('of-m1'),
      },
    });
  });

  it('the log masks the keys of other merchants, even in entries from before the key was known', () => {
    const log = new RequestLog();
    const id = log.add(aRequest({ mchOrderNo: 'foreign-key' }));
    protect(log, 'foreign-key');
    expect(log.get(id)).toMatchObject({ mchOrderNo: '***' });
  });

  it('the log masks a key completely, even if another key is a part of it', () => {
    expect(shown({ mchOrderNo: 'abcdef-long' }, 'abcdef', 'abcdef-long')).toMatchObject({
      mchOrderNo: '***',
    });
  });

  it('the log masks a short key only in the requests of its own merchant', () => {
    expect(shown({ mchOrderNo: 'demo' }, 'd')).toMatchObject({ mchOrderNo: 'demo' });
    expect(shown({ mchOrderNo: 'demo', keys: { mchKey: 'd', mchSecret: 'e' } })).toMatchObject({
      mchOrderNo: '******mo',
    });
  });

  it('the log masks a key completely at the end of a cut value', () => {
    const value = `${'x'.repeat(508)}key-of-m1`;
    const entry = shown({ parameters: new Map([['extra', value]]) });
    expect(entry?.parameters['extra']).toBe(`${'x'.repeat(508)}***`);
    const parameters = new Map([['a', `${'x'.repeat(8_187)}key-of-m1`]]);
    const wrong = shown({ parameters, wronglySigned: 'payin' });
    expect(wrong?.diagnosis?.canonical).toBe(`a=${'x'.repeat(8_187)}***`);
  });

  it('the log masks personal data of any length by the name of its field', () => {
    const parameters = new Map([
      ['accountNumber', '9'.repeat(2_000)],
      ['upiId', 'asha@bank'],
      ['amount', '5.00'],
    ]);
    const entry = shown({ parameters, wronglySigned: 'payout' });
    expect(entry?.parameters).toEqual({ accountNumber: '***', upiId: '***', amount: '5.00' });
    expect(entry?.diagnosis?.canonical).toBe('accountNumber=***&amount=5.00&upiId=***&key=<key>');
  });
});

describe('keys of removed merchants', () => {
  it('when the log deletes all its entries, it also deletes the keys of removed merchants [contract:control.keys-masked]', () => {
    const log = new RequestLog();
    protect(log, 'foreign-key');
    log.add(aRequest());
    log.clear();
    expect(log.tally()).toEqual({ total: 0, refused: 0 });
    expect(log.hideKeys('foreign-key')).toBe('foreign-key');
    protect(log, 'later-key');
    const id = log.add(aRequest({ mchOrderNo: 'later-key key-of-m1' }));
    expect(log.get(id)).toMatchObject({ mchOrderNo: '*** ***' });
  });
});

describe('diagnosis in the log', () => {
  it('a diagnosis uses the complete parameters and the keys at the time of the request', () => {
    const parameters = new Map([['extra', 'x'.repeat(60_000)]]);
    parameters.set('sign', sign(parameters, 'key-of-m1').toLowerCase());
    const entry = shown({ parameters, wronglySigned: 'payin' });
    expect(entry?.diagnosis?.hint).toMatch(/upper case/);
  });
});

describe('size of the log', () => {
  it('the log limits its size in bytes, so large requests displace older entries sooner', () => {
    const log = new RequestLog();
    const request = aMessage('b'.repeat(8_000));
    const parameters = new Map([['extra', 'x'.repeat(60_000)]]);
    const ids = Array.from({ length: 600 }, (_, index) =>
      log.add(aRequest({ path: `/${index}`, status: index % 2 === 0 ? 200 : 401, request, parameters })),
    );
    const { total, refused: rejected } = log.tally();
    // Entries of 69 KB each fill between 16 and 32 MB.
    expect(total).toBeGreaterThanOrEqual(200);
    expect(total).toBeLessThanOrEqual(500);
    expect(Math.abs(rejected - total / 2)).toBeLessThanOrEqual(1);
    const paths: string[] = [];
    for (let cursor: string | null = ids.at(-1) ?? ''; cursor !== null; ) {
      const page = log.list({ limit: 90, cursor });
      paths.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor;
    }
    expect(paths).toEqual(Array.from({ length: total - 1 }, (_, index) => `/${598 - index}`));
    expect(log.get(ids[600 - total] ?? '')).toMatchObject({ path: `/${600 - total}` });
    expect(log.get(ids[599 - total] ?? '')).toBeNull();
    expect(log.list({ limit: 5, cursor: ids[0] ?? '' })).toEqual({ items: [], nextCursor: null });
  });

  it('the log limits the length of order numbers, merchant IDs and paths that a client sends', () => {
    const long = 'x'.repeat(60_000);
    const entry = shown({ path: `/${long}`, mchId: long, mchOrderNo: long });
    expect([entry?.path, entry?.mchId, entry?.mchOrderNo].map((text) => text?.length)).toEqual([
      512, 512, 512,
    ]);
  });

  it('the log limits the number and the length of names and values', () => {
    const many = Array.from({ length: 300 }, (_, index): [string, string] => [
      `p${index}${'n'.repeat(999)}`,
      'v'.repeat(999),
    ]);
    const parameters = new Map([...many, ['sign', 'r'.repeat(60_000)]]);
    const entry = shown({ parameters, wronglySigned: 'payin' });
    const names = Object.keys(entry?.parameters ?? {});
    expect(names).toHaveLength(100);
    expect(Math.max(...names.map((name) => name.length))).toBe(512);
    expect(Math.max(...Object.values(entry?.parameters ?? {}).map((value) => value.length))).toBe(512);
    expect(entry?.diagnosis?.canonical).toHaveLength(8_192);
    expect(entry?.diagnosis?.received).toHaveLength(8_192);
  });
});
