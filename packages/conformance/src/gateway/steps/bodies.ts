import { bodyLimit } from '@inrgate/sdk/protocol';
import { withoutBody } from '../merchant.ts';
import type { Probe, Run } from '../run.ts';
import type { Step } from './step.ts';

const endpoints = ['payin', 'payout', 'check-order-status', 'check-gateway-balance'] as const;
const useSpec = ['spec:errors.use_post', 'spec:conventions.post', 'reading:order.1'];
const unreadable = ['spec:errors.invalid_request', 'reading:order.5'];

/** Step about paths, methods and suffixes. */
export const addresses: Step = {
  title: 'paths and methods',
  level: 'read-only',
  play: async (run) => {
    const { merchant } = run;
    const others = endpoints.flatMap((name) =>
      ['PUT', 'DELETE', 'OPTIONS'].map((method) => ({ method, name })),
    );
    const gets = endpoints.flatMap((name) => [name, `${name}.php`]).map((name) => ({ method: 'GET', name }));
    await run.probes([
      ...[...gets, ...others].map(({ method, name }) => ({
        what: `${method} /${name}`,
        outgoing: withoutBody('v3', method, name),
        answer: '405 use_post',
        shows: [...useSpec, ...(name.endsWith('.php') ? ['spec:versioning.php-suffix'] : [])],
      })),
      {
        what: 'an unknown path',
        outgoing: merchant.v3('no-such-endpoint', {}),
        answer: '404 not_found',
        shows: ['reading:order.1'],
      },
      {
        what: 'the balance from /check-gateway-balance.php',
        outgoing: merchant.v3('check-gateway-balance.php', {}),
        answer: '200',
        shows: ['spec:versioning.php-suffix'],
      },
      {
        what: 'the balance for a web page of another origin',
        outgoing: merchant.v3('check-gateway-balance', {}, { headers: [['origin', 'https://shop.example']] }),
        answer: '200',
        shows: [],
      },
    ]);
  },
};

/** Step about content types, sizes and unreadable bodies. */
export const bodies: Step = {
  title: 'bodies: content types, sizes and unreadable bodies',
  level: 'read-only',
  play: (run) => run.probes([...readable(run), ...broken(run), ...withoutCredentials(run)]),
};

const notFound = '404 order_not_found';
const found = { answer: notFound, shows: ['spec:query.not-found', 'spec:errors.order_not_found'] };

function readable(run: Run): readonly Probe[] {
  const { merchant } = run;
  const mchOrderNo = run.number();
  return [
    {
      what: 'the query as JSON',
      outgoing: merchant.v3('check-order-status', { mchOrderNo }),
      ...found,
    },
    {
      what: 'the query as a form',
      outgoing: merchant.v3('check-order-status', { mchOrderNo, note: 'a+b & c' }, { form: true }),
      answer: notFound,
      shows: ['spec:conventions.bodies'],
    },
    {
      what: 'the query with merchant_id',
      outgoing: merchant.exactly('check-order-status', { merchant_id: merchant.keys.mchId, mchOrderNo }),
      answer: notFound,
      shows: ['spec:query.aliases'],
    },
    {
      what: 'the balance with merchant_id',
      outgoing: merchant.exactly('check-gateway-balance', { merchant_id: merchant.keys.mchId }),
      answer: '200',
      shows: ['spec:balance.aliases'],
    },
    {
      what: 'a body of 65,536 bytes',
      outgoing: sized(run, bodyLimit),
      answer: notFound,
      shows: ['spec:limits.body', 'reading:order.3'],
    },
    {
      what: 'a body of 65,537 bytes',
      outgoing: sized(run, bodyLimit + 1),
      answer: '413 payload_too_large',
      shows: ['spec:limits.body', 'spec:errors.payload_too_large', 'reading:order.3'],
    },
  ];
}

/** A correct query with this length. An unknown parameter adds the missing length. */
function sized({ merchant }: Run, length: number) {
  const params = { mchId: merchant.keys.mchId, mchOrderNo: 'CHECK-SIZE' };
  const empty = JSON.stringify({ ...params, note: '', sign: 'F'.repeat(32) }).length;
  return merchant.exactly('check-order-status', { ...params, note: 'x'.repeat(length - empty) });
}

function broken({ merchant }: Run): readonly Probe[] {
  const { mchId } = merchant.keys;
  const sign = merchant.signOf('check-order-status', { mchId, mchOrderNo: 'CHECK-1' });
  const params = { mchId, mchOrderNo: 'CHECK-1', sign };
  const text = JSON.stringify(params);
  const form = new URLSearchParams(params).toString();
  const of = (what: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json'): Probe => ({
    what,
    outgoing: merchant.bytes('check-order-status', body, [['content-type', type]]),
    answer: '400 invalid_request',
    shows: ['reading:order.5'],
  });
  return [
    { ...of('a body that is not JSON', '{"mchId":'), shows: unreadable },
    of('a list instead of an object', `[${text}]`),
    of('a parameter with an object as its value', `${text.slice(0, -1)},"extra":{"a":"b"}}`),
    of('a repeated parameter in JSON', `${text.slice(0, -1)},"mchOrderNo":"CHECK-1"}`),
    of('a repeated parameter in a form', `${form}&mchOrderNo=CHECK-1`, 'application/x-www-form-urlencoded'),
    of('a content type that is neither JSON nor a form', text, 'text/plain'),
    of(
      'bytes that are not UTF-8',
      new Uint8Array(Buffer.from(text.replace('CHECK-1', '\xff\xfe'), 'latin1')),
    ),
  ];
}

function withoutCredentials({ merchant }: Run): readonly Probe[] {
  const { mchId } = merchant.keys;
  const required = ['spec:errors.invalid_request', 'spec:auth.sign-required', 'reading:order.6'];
  const params = { mchId, mchOrderNo: 'CHECK-1' };
  const of = (what: string, outgoing: Probe['outgoing'], shows = required): Probe => ({
    ...{ what, outgoing, shows },
    answer: '400 invalid_request',
  });
  return [
    of('a request without sign', merchant.unsigned('check-order-status', params)),
    of('a request with an empty sign', merchant.unsigned('check-order-status', { ...params, sign: '' })),
    of('a request without mchId', merchant.exactly('check-order-status', { mchOrderNo: 'CHECK-1' })),
    of(
      'mchId and merchant_id with different values',
      merchant.exactly('check-order-status', { ...params, merchant_id: 'CHECK-OTHER' }),
      ['reading:params.alias-contradiction'],
    ),
  ];
}
