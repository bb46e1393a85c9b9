import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { explainSignature } from '../../src/doctor.ts';

it('an explanation shows a parameter in its masked form in every string [contract:doctor.keys-masked]', () => {
  const signed = 'upiId=asha%40bank&amount=5.00&key=secret';
  const found = explainSignature(
    { amount: '5.00', upiId: 'asha@bank', sign: hash('md5', signed).toUpperCase() },
    {
      keys: { mchSecret: 'secret' },
      operation: 'payout',
      shown: ({ name, text }) => ({ name, text: name === 'upiId' ? '***' : text }),
    },
  );
  expect(found.verdict).toBe('explained');
  expect(found.expected.canonical).toBe('amount=5.00&upiId=***&key=***');
  expect(found.received.canonical).toMatch(/^upiId=.*&amount=5\.00&key=\*\*\*$/);
  expect(JSON.stringify(found)).not.toContain('asha');
});
