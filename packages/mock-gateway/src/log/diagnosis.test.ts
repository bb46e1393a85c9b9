import { hash } from 'node:crypto';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { aMessage, aRequest } from './a-request.contract.ts';
import type { RequestRecord } from './record.ts';
import { RequestLog } from './request-log.ts';

const others = { mchKey: 'foreign-key', mchSecret: 'foreign-secret' };

function inFull(sent: Readonly<Record<string, string>>, fields: Partial<RequestRecord> = {}) {
  const log = new RequestLog();
  log.protect(others);
  const parameters = new Map(Object.entries(sent));
  const id = log.add(aRequest({ parameters, wronglySigned: 'payin', ...fields }));
  return log.inFull(id)?.diagnosis;
}

describe('full log entry [contract:control.diagnosis]', () => {
  it('a full log entry contains the mistake, the fix, and the position where the two strings differ', () => {
    const signed = { mchId: 'M1', amount: '5.00', notifyUrl: '' };
    const wrong = 'amount=5.00&mchId=M1&notifyUrl=&key=key-of-m1';
    const found = inFull({ ...signed, sign: md5(wrong) });
    expect(found).toMatchObject({
      verdict: 'explained',
      canonical: 'amount=5.00&mchId=M1&key=<key>',
      signed: 'amount=5.00&mchId=M1&notifyUrl=&key=***',
      summary: expect.any(String),
    });
    expect(found?.mistakes).toEqual([
      {
        id: expect.any(String),
        title: expect.stringMatching(/empty/i),
        fix: expect.any(String),
        fixes: expect.objectContaining({ php: expect.any(String), shell: expect.any(String) }),
      },
    ]);
    expect(found?.difference.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual([
      expect.stringContaining('notifyUrl='),
    ]);
  });

  it('a full log entry reports an unknown merchant, or a signature that no known mistake explains', () => {
    const sent = { mchId: 'M1', amount: '5.00', sign: '0'.repeat(32) };
    expect(inFull(sent)).toMatchObject({ verdict: 'unexplained', mistakes: [], signed: null });
    expect(inFull(sent, { keys: null })).toMatchObject({
      verdict: 'unexplained',
      summary: expect.stringMatching(
        /No merchant has this mchId, so the gateway cannot verify the signature/,
      ),
    });
  });

  it('a full log entry explains a + that a form turned into a space', () => {
    const right = { mchId: 'M1', amount: '5.00', extra: 'a+b' };
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const found = inFull(
      { ...right, extra: 'a b', sign: sign(new Map(Object.entries(right)), 'key-of-m1') },
      { request: aMessage('', headers) },
    );
    expect(found).toMatchObject({
      verdict: 'explained',
      mistakes: [{ id: 'plus-lost' }],
      signed: 'amount=5.00&extra=a+b&mchId=M1&key=***',
    });
  });

  it('the log creates an explanation only when a client opens the log entry', () => {
    const log = new RequestLog();
    const parameters = new Map([['sign', 'A']]);
    const id = log.add(aRequest({ parameters, wronglySigned: 'payin' }));
    expect(log.get(id)?.diagnosis).not.toHaveProperty('verdict');
    expect(log.list({ limit: 1 }).items[0]?.diagnosis).not.toHaveProperty('verdict');
    expect(log.inFull(id)?.diagnosis).toHaveProperty('verdict');
  });
});

describe('explanation without secrets [contract:control.keys-masked]', () => {
  const personal = {
    accountName: 'Asha Rao',
    accountNumber: '50100123456789',
    upiId: 'asha.rao@okhdfcbank',
    usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  };
  const secret = /50100123456789|5\.01|Asha|asha|Rao|TR7NHq|of-m1|foreign/i;
  const ordered = (sent: object) => Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  const ways: readonly (readonly [string, (sent: object) => string])[] = [
    ['unsorted', (sent) => `${ordered(sent).join('&')}&key=secret-of-m1`],
    ['encoded', (sent) => `${ordered(sent).sort().map(encoded).join('&')}&key=secret-of-m1`],
    ['values only', (sent) => `${Object.values(sent).join('')}secret-of-m1`],
    ['with the other key', (sent) => `${ordered(sent).sort().join('&')}&key=key-of-m1`],
    ['the key in front', (sent) => `secret-of-m1${ordered(sent).sort().join('&')}`],
    ['as JSON', (sent) => `${JSON.stringify(sent)}&key=secret-of-m1`],
    ['in an unknown way', () => 'x'],
  ];

  it.each(ways)('an explanation shows no secret of a payout that is signed %s', (_, way) => {
    const sent = {
      payType: 'x',
      ...personal,
      extra: 'foreign-key secret-of-m1',
      mchOrderNo: 'foreign-secret',
    };
    const found = inFull({ ...sent, sign: md5(way(sent)) }, { wronglySigned: 'payout' });
    expect(JSON.stringify(found)).not.toMatch(secret);
  });

  it.each(Object.keys(personal))(
    'an explanation shows no key that a request contains in %s, in a name or in the sign',
    (name) => {
      const sent = { [name]: 'foreign-key', 'foreign-key': 'b', sign: 'secret-of-m1' };
      expect(JSON.stringify(inFull(sent, { wronglySigned: 'payout' }))).not.toMatch(secret);
    },
  );

  it('an explanation masks a key that becomes known after the request', () => {
    const log = new RequestLog();
    const text = 'extra=later-key&mchId=M1&x=&key=key-of-m1';
    const parameters = new Map([
      ['mchId', 'M1'],
      ['extra', 'later-key'],
      ['x', ''],
      ['sign', md5(text)],
    ]);
    const id = log.add(aRequest({ parameters, wronglySigned: 'payin' }));
    expect(log.inFull(id)?.diagnosis?.signed).toContain('later-key');
    log.protect({ mchKey: 'later-key', mchSecret: 'later-secret' });
    expect(JSON.stringify(log.inFull(id))).not.toContain('later-key');
  });

  function encoded(pair: string): string {
    const [name = '', value = ''] = pair.split('=');
    return `${name}=${encodeURIComponent(value)}`;
  }
});

function md5(text: string): string {
  return hash('md5', text).toUpperCase();
}
