import { sign } from '@inrgate/sdk/protocol';
import { withoutBody, wrongSign } from '../merchant.ts';
import type { Probe, Run } from '../run.ts';
import { tooLittle } from './parameter-probes.ts';
import type { Step } from './step.ts';

/** An unknown API Key, so no request contains a real key. */
const nobodysKey = 'inrgate-check-nobody';

/** Step about the legacy API. Each amount is missing, malformed or too small, so the step creates no link. */
export const legacyParameters: Step = {
  title: 'the legacy API: methods, keys and parameters',
  level: 'read-only',
  play: async (run) => {
    if (run.setup.legacyBaseUrl === null) return;
    await run.probes([...methods(run), ...keys(run), ...amounts(run)]);
  },
};

function methods({ merchant }: Run): readonly Probe[] {
  const wrongMethod = { answer: '405 method_not_allowed', shows: ['spec:errors.v1.method_not_allowed'] };
  const link = merchant.createLink({ amount: tooLittle });
  const unreadable = { answer: '400 invalid_request', shows: ['reading:v1.codes'] };
  return [
    ...[
      ['GET', 'create-link.php'] as const,
      ...['PUT', 'DELETE'].flatMap((method) =>
        ['create-link.php', 'link-status.php'].map((name) => [method, name] as const),
      ),
    ].map(([method, name]) => ({
      ...wrongMethod,
      what: `${method} ${name}`,
      outgoing: withoutBody('v1', method, name),
    })),
    {
      ...wrongMethod,
      what: 'POST link-status.php',
      outgoing: { ...link, path: '/link-status.php' },
      shows: ['spec:errors.v1.method_not_allowed', 'reading:v1.json-only'],
    },
    {
      what: 'create-link without .php',
      outgoing: { ...link, path: '/create-link' },
      answer: ['404', '404 not_found'],
      shows: ['reading:v1.php-only'],
      except: ['reading:v1.envelope', 'spec:errors.v1.table'],
    },
    {
      ...unreadable,
      what: 'a create-link body that is not JSON',
      outgoing: { ...link, body: new Uint8Array(Buffer.from('{')) },
    },
    {
      what: 'a link as a form',
      outgoing: merchant.link({ amount: tooLittle }, { form: true }),
      answer: '400 invalid_request',
      shows: ['reading:v1.json-only'],
    },
  ];
}

function keys({ merchant }: Run): readonly Probe[] {
  const params = { amount: tooLittle };
  return [
    {
      what: 'a link without api_key',
      outgoing: merchant.link({ ...params, sign: wrongSign }),
      answer: '401 missing_api_key',
      shows: ['spec:errors.v1.missing_api_key', 'reading:order.v1'],
    },
    {
      what: 'a link with an unknown api_key',
      outgoing: merchant.link({ ...params, api_key: nobodysKey, sign: wrongSign }),
      answer: '401 invalid_api_key',
      shows: ['spec:errors.v1.invalid_api_key', 'reading:order.v1'],
    },
    {
      // Use one request for the wrong key and a wrong signature, because each wrong signature counts towards the lock
      // (spec: Limits).
      what: 'a link signed with mchKey',
      outgoing: merchant.createLink({ amount: 'abc' }, { key: 'mchKey' }),
      answer: '401 invalid_signature',
      shows: ['spec:errors.v1.invalid_signature', 'spec:auth.v1-secret'],
      instead: { '422 invalid_amount': 'reading:order.v1' },
      locks: true,
    },
  ];
}

function amounts({ merchant }: Run): readonly Probe[] {
  const refused = (what: string, outgoing: Probe['outgoing'], shows: readonly string[]): Probe => ({
    ...{ what, outgoing, shows },
    answer: '422 invalid_amount',
  });
  const invalid = 'spec:errors.v1.invalid_amount';
  const inHeader = { amount: tooLittle, sign: sign({ amount: tooLittle }, merchant.keys.mchSecret) };
  return [
    refused('a link without amount', merchant.createLink({}), [invalid]),
    refused('a link with an amount that is not a number', merchant.createLink({ amount: 'abc' }), [
      invalid,
      'spec:v1.sign',
      'spec:auth.v1-secret',
    ]),
    refused('a link with three decimals', merchant.createLink({ amount: '1.000' }), ['reading:v1.amount']),
    refused('a link below the minimum amount', merchant.createLink({ amount: '1' }), ['reading:v1.amount']),
    refused(
      'a link with api_key in the header',
      merchant.link(inHeader, { headers: [['x-api-key', merchant.keys.mchKey]] }),
      ['spec:v1.header-key', 'reading:v1.header-not-signed'],
    ),
    {
      what: 'the status of an unknown link',
      outgoing: merchant.linkStatus({ link_code: 'inrgate-check' }),
      answer: '404 not_found',
      shows: ['spec:errors.v1.not_found', 'spec:v1.sign'],
    },
  ];
}
