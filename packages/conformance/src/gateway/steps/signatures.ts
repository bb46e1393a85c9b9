import { alternativeSign } from '@inrgate/sdk/protocol';
import { wrongSign } from '../merchant.ts';
import type { Probe, Run } from '../run.ts';
import { tooLittle } from './parameter-probes.ts';
import type { Step } from './step.ts';

const notFound = '404 order_not_found';

/** Step about the signed parameters, the algorithm and the keys of signatures. */
export const signatures: Step = {
  title: 'signatures and keys',
  level: 'read-only',
  play: async (run) => {
    await run.probes(rightOnes(run));
    await run.probes(alternativeOnes(run));
    await run.probes(otherKeys(run));
    await wrongOnes(run);
  },
};

function rightOnes(run: Run): readonly Probe[] {
  const { merchant } = run;
  const { mchId } = merchant.keys;
  const mchOrderNo = run.number();
  const query = 'check-order-status';
  const of = (what: string, outgoing: Probe['outgoing'], shows: readonly string[]): Probe => ({
    ...{ what, outgoing, shows },
    answer: notFound,
    locks: true,
  });
  const texts = { mchId, mchOrderNo, extra: '1.0', flag: 'true' };
  const literal = `{"mchId":"${mchId}","mchOrderNo":"${mchOrderNo}","extra":1.0,"flag":true,"sign":"${merchant.signOf(query, texts)}"}`;
  return [
    of(
      'an unknown parameter that URL encoding would change',
      merchant.v3(query, { mchOrderNo, note: 'a+b c/d=ü ₹&e' }),
      ['spec:auth.algorithm', 'spec:versioning.convention', 'reading:params.unknown-signed'],
    ),
    of('names in upper and lower case', merchant.v3(query, { mchOrderNo, Zeta: '1', alpha: '2' }), [
      'spec:auth.byte-order',
    ]),
    of('empty and null parameters', merchant.v3(query, { mchOrderNo, orderNo: '', note: null, alpha: '' }), [
      'spec:auth.empty-dropped',
      'reading:params.empty-dropped',
    ]),
    of('a JSON number and a boolean, signed literally', merchant.bytes(query, literal), [
      'reading:params.signed-text',
    ]),
  ];
}

function alternativeOnes(run: Run): readonly Probe[] {
  const { merchant } = run;
  const { mchId, mchKey } = merchant.keys;
  const fields = { merchant_id: mchId, merchant_order_no: run.number(), amount: tooLittle };
  const sign = alternativeSign(fields, mchKey);
  const of = (what: string, text: string, shows: readonly string[]): Probe => ({
    ...{ what, shows },
    outgoing: merchant.unsigned('payin', { ...fields, sign: text }),
    answer: '422 amount_range',
    locks: true,
  });
  return [
    of('the alternative signature of a pay-in', sign, ['spec:payin.alternative-sign']),
    of('the alternative signature of a pay-in, in upper case', sign.toUpperCase(), [
      'reading:params.alternative-sign',
    ]),
  ];
}

function otherKeys(run: Run): readonly Probe[] {
  const { merchant } = run;
  const shows = ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'];
  const answer = '401 wrong_key_type';
  return [
    {
      ...{ answer, shows },
      what: 'the balance signed with mchKey',
      outgoing: merchant.v3('check-gateway-balance', {}, { key: 'mchKey' }),
    },
    {
      ...{ answer, shows },
      what: 'a pay-in signed with mchSecret',
      outgoing: merchant.v3('payin', { mchOrderNo: run.number() }, { key: 'mchSecret' }),
      instead: { '422 missing_param': 'reading:order.8' },
    },
    {
      ...{ answer, shows },
      what: 'a payout signed with mchKey',
      outgoing: merchant.v3('payout', { mchOrderNo: run.number() }, { key: 'mchKey' }),
      instead: { '422 missing_param': 'reading:order.8' },
    },
    {
      answer: notFound,
      shows: ['spec:auth.keys'],
      what: 'the query signed with mchSecret',
      outgoing: merchant.v3('check-order-status', { mchOrderNo: run.number() }, { key: 'mchSecret' }),
    },
  ];
}

/** Sends only three wrong signatures, because more could lock the IP address (spec: Limits). */
async function wrongOnes(run: Run): Promise<void> {
  const { merchant } = run;
  const mchOrderNo = run.number();
  // After a wrong signature, the gateway must not run later checks (reading: order of checks 8).
  const wrong = {
    answer: '401 invalid_signature',
    instead: { '422 missing_param': 'reading:order.8' },
    locks: true,
  };
  const ours = await run.probe({
    ...wrong,
    what: 'a wrong signature',
    outgoing: merchant.v3('payin', { mchOrderNo }, { sign: wrongSign }),
    shows: ['spec:errors.invalid_signature', 'reading:order.8'],
  });
  const nobody = { ...merchant.keys, mchId: `CHECK${mchOrderNo.slice(-12)}` };
  const theirs = await run.probe({
    ...wrong,
    what: 'an unknown merchant',
    outgoing: merchant.exactly('payin', { mchId: nobody.mchId, mchOrderNo }),
    shows: ['spec:errors.invalid_signature'],
  });
  if (ours !== null && theirs !== null) {
    const verdict =
      ours.text === theirs.text || 'an unknown merchant and a wrong signature get different responses';
    run.see(theirs, { 'spec:auth.same-answer': verdict });
  }
  const right = merchant.signOf('check-gateway-balance', { mchId: merchant.keys.mchId });
  const lowerCase = await run.probe({
    what: 'a correct signature in lower case',
    outgoing: merchant.v3('check-gateway-balance', {}, { sign: right.toLowerCase() }),
    answer: '401 invalid_signature',
    shows: ['reading:params.upper-case-sign'],
    locks: true,
  });
  // If the gateway rejects this signature, it rejects every wrong signature.
  if (lowerCase?.error === 'invalid_signature') return;
  await run.probe({
    ...wrong,
    what: 'the balance with a wrong signature',
    outgoing: merchant.v3('check-gateway-balance', {}, { sign: wrongSign }),
    shows: ['spec:errors.invalid_signature'],
  });
}
