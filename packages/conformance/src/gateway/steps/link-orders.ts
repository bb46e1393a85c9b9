import { clientRefMaxLength, noteMaxLength } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import type { Params } from '../merchant.ts';
import type { Probe, Run } from '../run.ts';
import type { Step } from './step.ts';

/** Step about unpaid payment links of the smallest amount, and invalid parameters. */
export const linkOrders: Step = {
  title: 'payment links: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    if (run.setup.legacyBaseUrl === null) return;
    const { merchant } = run;
    const amount = formatAmount(parseAmount(run.setup.payinAmount)).replace(/\.00$/, '');
    const order = { amount, client_ref: run.number(), note: 'inrgate check' };
    const link = (what: string, params: Params, probe: Pick<Probe, 'answer' | 'shows'>): Probe => ({
      ...probe,
      what,
      outgoing: merchant.createLink(params),
    });
    const made = await run.probe(
      link('a link for the minimum amount', order, {
        answer: '200',
        shows: ['spec:v1.create', 'spec:versioning.v1'],
      }),
    );
    if (made === null || made.data === null) return;
    const code = { link_code: String(made.data['link_code']) };
    const status = await run.probe({
      what: 'the status of a link',
      outgoing: merchant.linkStatus(code),
      answer: '200',
      shows: ['spec:v1.status'],
    });
    if (status?.data)
      run.see(status, {
        'spec:v1.status':
          status.data['note'] === order.note ||
          `note is ${quoted(status.data['note'])}; expected ${quoted(order.note)}`,
      });
    const wrongKey = {
      answer: '401 invalid_signature',
      shows: ['spec:errors.v1.invalid_signature', 'spec:auth.v1-secret'],
      locks: true,
    };
    const conflict = { answer: '409 duplicate_client_ref', shows: ['spec:errors.v1.duplicate_client_ref'] };
    await run.probes([
      link('the same link again', order, { answer: '200', shows: ['spec:v1.idempotent'] }),
      link('the same client_ref with another amount', { ...order, amount: `${amount}.50` }, conflict),
      // The step about parameters has shown that the gateway compares the signature of a link, unless it returned 422.
      ...(run.board.of('spec:errors.v1.invalid_signature').held > 0
        ? []
        : [
            {
              ...wrongKey,
              what: 'the same link signed with mchKey',
              outgoing: merchant.createLink(order, { key: 'mchKey' }),
            },
          ]),
      {
        what: 'the same link without sign',
        outgoing: merchant.link({ ...order, api_key: merchant.keys.mchKey }),
        answer: ['401 invalid_signature', '400 invalid_request'],
        shows: ['spec:v1.sign'],
        locks: true,
      },
      {
        ...wrongKey,
        what: 'the status of a link signed with mchKey',
        outgoing: merchant.linkStatus(code, { key: 'mchKey' }),
      },
      ...refused(order).map(([what, params, code, shows]) =>
        link(what, params, { answer: `422 ${code}`, shows }),
      ),
    ]);
    await inUsdt(run, amount);
  },
};

function refused({ amount }: Params): readonly (readonly [string, Params, string, readonly string[]])[] {
  const of = (fields: Params) => ({ amount: amount ?? '', ...fields });
  const codes = 'reading:v1.codes';
  return [
    [
      'a note of 256 characters',
      of({ note: 'x'.repeat(noteMaxLength + 1) }),
      'invalid_note',
      ['spec:limits.v1-note', codes],
    ],
    [
      'a client_ref of 121 characters',
      of({ client_ref: 'x'.repeat(clientRefMaxLength + 1) }),
      'invalid_client_ref',
      ['spec:limits.v1-client-ref', codes],
    ],
    [
      'an invalid notify_url',
      of({ notify_url: 'shop.example' }),
      'invalid_notify_url',
      ['spec:errors.v1.invalid_notify_url'],
    ],
    ['an invalid return_url', of({ return_url: 'shop.example' }), 'invalid_return_url', [codes]],
    ['an unknown currency', of({ currency: 'EUR' }), 'invalid_currency', ['spec:v1.currency', codes]],
  ];
}

async function inUsdt(run: Run, amount: string): Promise<void> {
  if (!run.usdtEnabled) return;
  const reply = await run.probe({
    what: 'a link in USDT',
    outgoing: run.merchant.createLink({ amount, currency: 'USDT', client_ref: run.number() }),
    answer: '200',
    shows: ['spec:v1.currency'],
  });
  if (reply?.data)
    run.see(reply, {
      'reading:v1.amount-inr': reply.data['amount'] === formatAmount(parseAmount(run.setup.payinAmount)),
    });
}
