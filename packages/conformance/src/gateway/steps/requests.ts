import { v3Routes } from '@inrgate/sdk/internal';
import { alternativeSign, bodyLimit } from '@inrgate/sdk/protocol';
import { withoutBody, wrongSign } from '../merchant.ts';
import { type Run, type Step, tooLittle } from '../run.ts';

const endpoints = Object.keys(v3Routes);
const query = 'check-order-status';
const balance = 'check-gateway-balance';
const notFound = '404 order_not_found';

/** Step about paths, methods and suffixes. */
export const addresses: Step = {
  title: 'paths and methods',
  level: 'read-only',
  play: async (run) => {
    const { merchant } = run;
    const expect = run.expecting();
    const usePost = ['spec:errors.use_post', 'spec:conventions.post', 'reading:order.1'];
    const suffix = 'spec:versioning.php-suffix';
    const asked = (method: string, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [`${method} /${name}`, withoutBody('v3', method, name)]));
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
      await expect('405 use_post', usePost, asked(method, endpoints));
    const withSuffix = endpoints.map((name) => `${name}.php`);
    await expect('405 use_post', [...usePost, suffix], asked('GET', withSuffix));
    await expect('404 not_found', ['reading:order.1'], {
      'an unknown path': merchant.v3('no-such-endpoint', {}),
    });
    await expect('200', [suffix], {
      'the balance from /check-gateway-balance.php': merchant.v3(`${balance}.php`, {}),
    });
    await expect('200', [], {
      'the balance for a web page of another origin': merchant.v3(
        balance,
        {},
        { headers: [['origin', 'https://shop.example']] },
      ),
    });
  },
};

/** Step about content types, sizes and unreadable bodies. */
export const bodies: Step = {
  title: 'bodies: content types, sizes and unreadable bodies',
  level: 'read-only',
  play: async (run) => {
    await readable(run);
    await broken(run);
    await withoutCredentials(run);
  },
};

async function readable(run: Run): Promise<void> {
  const { merchant } = run;
  const { mchId } = merchant.keys;
  const expect = run.expecting();
  const mchOrderNo = run.number();
  await expect(notFound, ['spec:query.not-found', 'spec:errors.order_not_found'], {
    'the query as JSON': merchant.v3(query, { mchOrderNo }),
  });
  await expect(notFound, ['spec:conventions.bodies'], {
    'the query as a form': merchant.v3(query, { mchOrderNo, note: 'a+b & c' }, { form: true }),
  });
  await expect(notFound, ['spec:query.aliases'], {
    'the query with merchant_id': merchant.exactly(query, { merchant_id: mchId, mchOrderNo }),
  });
  await expect('200', ['spec:balance.aliases'], {
    'the balance with merchant_id': merchant.exactly(balance, { merchant_id: mchId }),
  });
  const limit = ['spec:limits.body', 'reading:order.3'];
  await expect(notFound, limit, { 'a body of 65,536 bytes': sized(run, bodyLimit) });
  await expect('413 payload_too_large', [...limit, 'spec:errors.payload_too_large'], {
    'a body of 65,537 bytes': sized(run, bodyLimit + 1),
  });
}

/** A correct query with this length. An unknown parameter adds the missing length. */
function sized({ merchant }: Run, length: number) {
  const params = { mchId: merchant.keys.mchId, mchOrderNo: 'CHECK-SIZE' };
  const empty = JSON.stringify({ ...params, note: '', sign: wrongSign }).length;
  return merchant.exactly(query, { ...params, note: 'x'.repeat(length - empty) });
}

async function broken(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const { mchId } = merchant.keys;
  const sign = merchant.signOf(query, { mchId, mchOrderNo: 'CHECK-1' });
  const params = { mchId, mchOrderNo: 'CHECK-1', sign };
  const text = JSON.stringify(params);
  const form = new URLSearchParams(params).toString();
  const latin1 = new Uint8Array(Buffer.from(text.replace('CHECK-1', '\xff\xfe'), 'latin1'));
  const of = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    merchant.bytes(query, body, [['content-type', type]]);
  await expect('400 invalid_request', ['spec:errors.invalid_request', 'reading:order.5'], {
    'a body that is not JSON': of('{"mchId":'),
  });
  await expect('400 invalid_request', ['reading:order.5'], {
    'a list instead of an object': of(`[${text}]`),
    'a parameter with an object as its value': of(`${text.slice(0, -1)},"extra":{"a":"b"}}`),
    'a repeated parameter in JSON': of(`${text.slice(0, -1)},"mchOrderNo":"CHECK-1"}`),
    'a repeated parameter in a form': of(`${form}&mchOrderNo=CHECK-1`, 'application/x-www-form-urlencoded'),
    'a content type that is neither JSON nor a form': of(text, 'text/plain'),
    'bytes that are not UTF-8': of(latin1),
  });
}

async function withoutCredentials(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const params = { mchId: merchant.keys.mchId, mchOrderNo: 'CHECK-1' };
  const required = ['spec:errors.invalid_request', 'spec:auth.sign-required', 'reading:order.6'];
  await expect('400 invalid_request', required, {
    'a request without sign': merchant.unsigned(query, params),
    'a request with an empty sign': merchant.unsigned(query, { ...params, sign: '' }),
    'a request without mchId': merchant.exactly(query, { mchOrderNo: 'CHECK-1' }),
  });
  await expect('400 invalid_request', ['reading:params.alias-contradiction'], {
    'mchId and merchant_id with different values': merchant.exactly(query, {
      ...params,
      merchant_id: 'CHECK-OTHER',
    }),
  });
}

/** Step about the signed parameters, the algorithm and the keys of signatures. */
export const signatures: Step = {
  title: 'signatures and keys',
  level: 'read-only',
  play: async (run) => {
    await rightOnes(run);
    await alternativeOnes(run);
    await otherKeys(run);
    await wrongOnes(run);
  },
};

async function rightOnes(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting({ locks: true });
  const { mchId } = merchant.keys;
  const mchOrderNo = run.number();
  const sign = merchant.signOf(query, { mchId, mchOrderNo, extra: '1.0', flag: 'true' });
  const literal = `{"mchId":"${mchId}","mchOrderNo":"${mchOrderNo}","extra":1.0,"flag":true,"sign":"${sign}"}`;
  const unencoded = ['spec:auth.algorithm', 'spec:versioning.convention', 'reading:params.unknown-signed'];
  await expect(notFound, unencoded, {
    'an unknown parameter that URL encoding would change': merchant.v3(query, {
      mchOrderNo,
      note: 'a+b c/d=ü ₹&e',
    }),
  });
  await expect(notFound, ['spec:auth.byte-order'], {
    'names in upper and lower case': merchant.v3(query, { mchOrderNo, Zeta: '1', alpha: '2' }),
  });
  await expect(notFound, ['spec:auth.empty-dropped', 'reading:params.empty-dropped'], {
    'empty and null parameters': merchant.v3(query, { mchOrderNo, orderNo: '', note: null, alpha: '' }),
  });
  await expect(notFound, ['reading:params.signed-text'], {
    'a JSON number and a boolean, signed literally': merchant.bytes(query, literal),
  });
}

async function alternativeOnes(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting({ locks: true });
  const fields = { merchant_id: merchant.keys.mchId, merchant_order_no: run.number(), amount: tooLittle };
  const sign = alternativeSign(fields, merchant.keys.mchKey);
  await expect('422 amount_range', ['spec:payin.alternative-sign'], {
    'the alternative signature of a pay-in': merchant.unsigned('payin', { ...fields, sign }),
  });
  await expect('422 amount_range', ['reading:params.alternative-sign'], {
    'the alternative signature of a pay-in, in upper case': merchant.unsigned('payin', {
      ...fields,
      sign: sign.toUpperCase(),
    }),
  });
}

async function otherKeys(run: Run): Promise<void> {
  const { merchant } = run;
  const mchOrderNo = run.number();
  const wrongKey = ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'];
  const expect = run.expecting({ instead: { '422 missing_param': 'reading:order.8' } });
  await expect('401 wrong_key_type', wrongKey, {
    'the balance signed with mchKey': merchant.v3(balance, {}, { key: 'mchKey' }),
    'a pay-in signed with mchSecret': merchant.v3('payin', { mchOrderNo }, { key: 'mchSecret' }),
    'a payout signed with mchKey': merchant.v3('payout', { mchOrderNo }, { key: 'mchKey' }),
  });
  await expect(notFound, ['spec:auth.keys'], {
    'the query signed with mchSecret': merchant.v3(query, { mchOrderNo }, { key: 'mchSecret' }),
  });
}

/** Sends only three wrong signatures, because more could lock the IP address (spec: Limits). */
async function wrongOnes(run: Run): Promise<void> {
  const { merchant } = run;
  const { mchId } = merchant.keys;
  const mchOrderNo = run.number();
  const invalid = 'spec:errors.invalid_signature';
  // After a wrong signature, the gateway must not run later checks (reading: order of checks 8).
  const expect = run.expecting({ instead: { '422 missing_param': 'reading:order.8' }, locks: true });
  const ours = await expect('401 invalid_signature', [invalid, 'reading:order.8'], {
    'a wrong signature': merchant.v3('payin', { mchOrderNo }, { sign: wrongSign }),
  });
  const theirs = await expect('401 invalid_signature', [invalid], {
    'an unknown merchant': merchant.exactly('payin', { mchId: `CHECK${mchOrderNo.slice(-12)}`, mchOrderNo }),
  });
  if (ours !== null && theirs !== null) {
    const verdict =
      ours.text === theirs.text || 'an unknown merchant and a wrong signature get different responses';
    run.see(theirs, { 'spec:auth.same-answer': verdict });
  }
  const lower = merchant.signOf(balance, { mchId }).toLowerCase();
  const lowerCase = await expect('401 invalid_signature', ['reading:params.upper-case-sign'], {
    'a correct signature in lower case': merchant.v3(balance, {}, { sign: lower }),
  });
  // If the gateway rejects this signature, it rejects every wrong signature.
  if (lowerCase?.error === 'invalid_signature') return;
  await expect('401 invalid_signature', [invalid], {
    'the balance with a wrong signature': merchant.v3(balance, {}, { sign: wrongSign }),
  });
}
