import { clientRefMaxLength, noteMaxLength } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount, sign } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import { withoutBody, wrongSign } from '../merchant.ts';
import { type Run, type Step, tooLittle } from '../run.ts';

/** An unknown API Key, so no request contains a real key. */
const nobodysKey = 'inrgate-check-nobody';
const wrongKey = ['spec:errors.v1.invalid_signature', 'spec:auth.v1-secret'];
const codes = 'reading:v1.codes';

/** Step about the legacy API. Each amount is missing, malformed or too small, so the step creates no link. */
export const legacyParameters: Step = {
  title: 'the legacy API: methods, keys and parameters',
  level: 'read-only',
  play: async (run) => {
    if (run.setup.legacyBaseUrl === null) return;
    await methods(run);
    await keys(run);
    await amounts(run);
  },
};

async function methods(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const link = merchant.createLink({ amount: tooLittle });
  const calls = [
    ['GET', 'create-link.php'],
    ...['PUT', 'DELETE'].flatMap((method) => [
      [method, 'create-link.php'],
      [method, 'link-status.php'],
    ]),
  ];
  const notAllowed = 'spec:errors.v1.method_not_allowed';
  await expect(
    '405 method_not_allowed',
    [notAllowed],
    Object.fromEntries(
      calls.map(([method = '', name = '']) => [`${method} ${name}`, withoutBody('v1', method, name)]),
    ),
  );
  await expect('405 method_not_allowed', [notAllowed, 'reading:v1.json-only'], {
    'POST link-status.php': { ...link, path: '/link-status.php' },
  });
  const withoutSuffix = run.expecting({ except: ['reading:v1.envelope', 'spec:errors.v1.table'] });
  await withoutSuffix(['404', '404 not_found'], ['reading:v1.php-only'], {
    'create-link without .php': { ...link, path: '/create-link' },
  });
  await expect('400 invalid_request', [codes], {
    'a create-link body that is not JSON': { ...link, body: new Uint8Array(Buffer.from('{')) },
  });
  await expect('400 invalid_request', ['reading:v1.json-only'], {
    'a link as a form': merchant.link({ amount: tooLittle }, { form: true }),
  });
}

async function keys(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const params = { amount: tooLittle, sign: wrongSign };
  await expect('401 missing_api_key', ['spec:errors.v1.missing_api_key', 'reading:order.v1'], {
    'a link without api_key': merchant.link(params),
  });
  await expect('401 invalid_api_key', ['spec:errors.v1.invalid_api_key', 'reading:order.v1'], {
    'a link with an unknown api_key': merchant.link({ ...params, api_key: nobodysKey }),
  });
  // Use one request for the wrong key and a wrong signature, because each wrong signature counts towards the lock
  // (spec: Limits).
  const signed = run.expecting({ instead: { '422 invalid_amount': 'reading:order.v1' }, locks: true });
  await signed('401 invalid_signature', wrongKey, {
    'a link signed with mchKey': merchant.createLink({ amount: 'abc' }, { key: 'mchKey' }),
  });
}

async function amounts(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const answer = '422 invalid_amount';
  const invalid = 'spec:errors.v1.invalid_amount';
  await expect(answer, [invalid], { 'a link without amount': merchant.createLink({}) });
  await expect(answer, [invalid, 'spec:v1.sign', 'spec:auth.v1-secret'], {
    'a link with an amount that is not a number': merchant.createLink({ amount: 'abc' }),
  });
  await expect(answer, ['reading:v1.amount'], {
    'a link with three decimals': merchant.createLink({ amount: '1.000' }),
    'a link below the minimum amount': merchant.createLink({ amount: '1' }),
  });
  const signed = { amount: tooLittle, sign: sign({ amount: tooLittle }, merchant.keys.mchSecret) };
  await expect(answer, ['spec:v1.header-key', 'reading:v1.header-not-signed'], {
    'a link with api_key in the header': merchant.link(signed, {
      headers: [['x-api-key', merchant.keys.mchKey]],
    }),
  });
  await expect('404 not_found', ['spec:errors.v1.not_found', 'spec:v1.sign'], {
    'the status of an unknown link': merchant.linkStatus({ link_code: 'inrgate-check' }),
  });
}

/** Step about unpaid payment links of the smallest amount, and invalid parameters. */
export const linkOrders: Step = {
  title: 'payment links: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    const { merchant, setup } = run;
    if (setup.legacyBaseUrl === null) return;
    const expect = run.expecting();
    const amount = formatAmount(parseAmount(setup.payinAmount)).replace(/\.00$/, '');
    const order = { amount, client_ref: run.number(), note: 'inrgate check' };
    const made = await expect('200', ['spec:v1.create', 'spec:versioning.v1'], {
      'a link for the minimum amount': merchant.createLink(order),
    });
    if (made === null || made.data === null) return;
    const code = { link_code: String(made.data['link_code']) };
    const status = await expect('200', ['spec:v1.status'], {
      'the status of a link': merchant.linkStatus(code),
    });
    if (status?.data) {
      const { note } = status.data;
      run.see(status, {
        'spec:v1.status': note === order.note || `note is ${quoted(note)}; expected ${quoted(order.note)}`,
      });
    }
    await expect('200', ['spec:v1.idempotent'], { 'the same link again': merchant.createLink(order) });
    await expect('409 duplicate_client_ref', ['spec:errors.v1.duplicate_client_ref'], {
      'the same client_ref with another amount': merchant.createLink({ ...order, amount: `${amount}.50` }),
    });
    await wrongSigns(run, { order, code });
    await refused(run, amount);
    await inUsdt(run, amount);
  },
};

interface Created {
  readonly order: Readonly<Record<string, string>>;
  readonly code: Readonly<Record<string, string>>;
}

async function wrongSigns(run: Run, { order, code }: Created): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting({ locks: true });
  // The step about parameters has shown that the gateway compares the signature of a link, unless it returned 422.
  if (run.board.of('spec:errors.v1.invalid_signature').held === 0)
    await expect('401 invalid_signature', wrongKey, {
      'the same link signed with mchKey': merchant.createLink(order, { key: 'mchKey' }),
    });
  await expect(['401 invalid_signature', '400 invalid_request'], ['spec:v1.sign'], {
    'the same link without sign': merchant.link({ ...order, api_key: merchant.keys.mchKey }),
  });
  await expect('401 invalid_signature', wrongKey, {
    'the status of a link signed with mchKey': merchant.linkStatus(code, { key: 'mchKey' }),
  });
}

async function refused(run: Run, amount: string): Promise<void> {
  const expect = run.expecting();
  const link = (params: Readonly<Record<string, string>>) => run.merchant.createLink({ amount, ...params });
  await expect('422 invalid_note', ['spec:limits.v1-note', codes], {
    'a note of 256 characters': link({ note: 'x'.repeat(noteMaxLength + 1) }),
  });
  await expect('422 invalid_client_ref', ['spec:limits.v1-client-ref', codes], {
    'a client_ref of 121 characters': link({ client_ref: 'x'.repeat(clientRefMaxLength + 1) }),
  });
  await expect('422 invalid_notify_url', ['spec:errors.v1.invalid_notify_url'], {
    'an invalid notify_url': link({ notify_url: 'shop.example' }),
  });
  await expect('422 invalid_return_url', [codes], {
    'an invalid return_url': link({ return_url: 'shop.example' }),
  });
  await expect('422 invalid_currency', ['spec:v1.currency', codes], {
    'an unknown currency': link({ currency: 'EUR' }),
  });
}

async function inUsdt(run: Run, amount: string): Promise<void> {
  if (!run.usdtEnabled) return;
  const reply = await run.expecting()('200', ['spec:v1.currency'], {
    'a link in USDT': run.merchant.createLink({ amount, currency: 'USDT', client_ref: run.number() }),
  });
  if (reply?.data)
    run.see(reply, {
      'reading:v1.amount-inr': reply.data['amount'] === formatAmount(parseAmount(run.setup.payinAmount)),
    });
}
