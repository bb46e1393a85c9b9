import type { Probe, Run } from '../run.ts';
import type { Step } from './step.ts';

const upiId = 'inrgate-check@upi';

/** Step about the permissions of an account, and the errors if they are missing. */
export const account: Step = {
  title:
    'the account: suspension, IP allow-list, methods, and a gateway without a payment channel or USDT rate',
  level: 'mock',
  play: async (run) => {
    await withoutLocks(run, wrongEverywhere(run));
    await withMerchant(run, { suspended: true }, suspended(run));
    await withMerchant(run, { ipAllowList: ['192.0.2.1'] }, strangers(run));
    await withMerchant(run, { ipAllowList: [] }, withoutList(run));
    await withMerchant(run, { inrEnabled: false, usdtEnabled: false }, disabled(run));
    await withMerchant(run, { limits: { payinMin: '300.00' } }, ownLimits(run));
    await withSettings(run, { maintenance: true }, maintenance(run));
    await withSettings(run, { providerAvailable: false }, withoutProvider(run));
    await withSettings(run, { usdtRate: null }, withoutRate(run));
  },
};

/** Runs the probes while the merchant has these fields. */
async function withMerchant(run: Run, fields: object, probes: readonly Probe[]): Promise<void> {
  const { control } = run.backstage();
  const path = `/merchants/${run.merchant.keys.mchId}`;
  const before = await control.done('GET', path);
  await control.done('PATCH', path, fields);
  try {
    await run.probes(probes);
  } finally {
    await control.done('PATCH', path, earlier(before, fields));
  }
}

/** Sends wrong signatures, then removes the locks that they cause. */
async function withoutLocks(run: Run, probes: readonly Probe[]): Promise<void> {
  const { control } = run.backstage();
  const before = run.wire.wrongSignatures;
  await control.done('DELETE', '/locks');
  try {
    await run.probes(probes);
  } finally {
    await control.done('DELETE', '/locks');
    run.wire.forgive(run.wire.wrongSignatures - before);
  }
}

/** Runs the probes while the gateway has these settings, which affect all clients. */
async function withSettings(run: Run, fields: object, probes: readonly Probe[]): Promise<void> {
  const { control } = run.backstage();
  const before = await control.done('GET', '/settings');
  await control.done('PATCH', '/settings', fields);
  try {
    await run.probes(probes);
  } finally {
    await control.done('PATCH', '/settings', earlier(before, fields));
  }
}

function earlier(before: Readonly<Record<string, unknown>>, fields: object): object {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]));
}

const balance = (run: Run) => run.merchant.v3('check-gateway-balance', {});
const payout = (run: Run) =>
  run.merchant.v3('payout', { mchOrderNo: run.number(), amount: run.setup.payoutAmount, upiId });
const payin = (run: Run, tradeType = 'INRUPI') =>
  run.merchant.v3('payin', { mchOrderNo: run.number(), amount: run.setup.payinAmount, tradeType });

function link(run: Run, what: string, answer: string, shows: readonly string[]): readonly Probe[] {
  if (run.setup.legacyBaseUrl === null) return [];
  const params = { amount: run.setup.payinAmount, client_ref: run.number() };
  return [{ ...{ what, answer, shows }, outgoing: run.merchant.createLink(params) }];
}

/** One correct request for each endpoint. The state of the account makes the gateway reject these requests. */
function everyCall(
  run: Run,
  whose: string,
  { answer, shows, v1 }: { readonly answer: string; readonly shows: readonly string[]; readonly v1: string },
): readonly Probe[] {
  const { merchant } = run;
  const calls = {
    'a pay-in': payin(run),
    'a payout': payout(run),
    'the query of a pay-in': merchant.v3('check-order-status', { mchOrderNo: run.number() }),
    'the query of a payout': merchant.v3(
      'check-order-status',
      { mchOrderNo: run.number() },
      { key: 'mchSecret' },
    ),
    'the balance': balance(run),
  };
  const status = merchant.linkStatus({ link_code: 'inrgate-check' });
  return [
    ...Object.entries(calls).map(([call, outgoing]) => ({
      ...{ answer, shows, outgoing },
      what: `${call} ${whose}`,
    })),
    ...link(run, `a link ${whose}`, answer, [v1]).flatMap((one) => [
      one,
      { ...one, what: `the status of a link ${whose}`, outgoing: status },
    ]),
  ];
}

/** A wrong signature at each endpoint, and the other key at the v1 endpoints. */
function wrongEverywhere(run: Run): readonly Probe[] {
  const { merchant, setup } = run;
  const sign = 'F'.repeat(32);
  const answer = '401 invalid_signature';
  const mchOrderNo = run.number();
  const v3 = ['payin', 'payout', 'check-order-status', 'check-gateway-balance'].map((name) => ({
    answer,
    what: `a wrong signature at /${name}`,
    outgoing: merchant.v3(name, name === 'check-gateway-balance' ? {} : { mchOrderNo }, { sign }),
    shows: ['spec:errors.invalid_signature'],
  }));
  if (setup.legacyBaseUrl === null) return v3;
  const v1 = [{ sign }, { key: 'mchKey' as const }].flatMap((writing) => [
    {
      what: 'a link with a wrong signature',
      outgoing: merchant.createLink({ amount: 'abc' }, writing),
    },
    {
      what: 'the status of a link with a wrong signature',
      outgoing: merchant.linkStatus({ link_code: 'inrgate-check' }, writing),
    },
  ]);
  const shows = ['spec:errors.v1.invalid_signature', 'spec:auth.v1-secret'];
  return [...v3, ...v1.map((one) => ({ ...one, answer, shows }))];
}

function suspended(run: Run): readonly Probe[] {
  return everyCall(run, 'of a suspended account', {
    answer: '403 account_suspended',
    shows: ['spec:auth.suspended', 'spec:errors.account_suspended', 'reading:order.9'],
    v1: 'spec:errors.v1.account_suspended',
  });
}

function strangers(run: Run): readonly Probe[] {
  return everyCall(run, 'from an IP address that is not on the allow-list', {
    answer: '403 ip_not_allowed',
    shows: ['spec:auth.ip-list', 'spec:errors.ip_not_allowed', 'reading:order.9'],
    v1: 'spec:errors.v1.ip_not_allowed',
  });
}

function withoutList(run: Run): readonly Probe[] {
  return [
    {
      what: 'a payout without a saved allow-list',
      outgoing: payout(run),
      answer: '403 ip_whitelist_required',
      shows: ['spec:auth.payout-ip-list', 'spec:errors.ip_whitelist_required', 'reading:order.9'],
    },
    {
      what: 'the balance without a saved allow-list',
      outgoing: balance(run),
      answer: '200',
      shows: ['spec:auth.payout-ip-list'],
    },
  ];
}

function disabled(run: Run): readonly Probe[] {
  const refused = { answer: '422 method_not_allowed', shows: ['spec:errors.method_not_allowed'] };
  return [
    { ...refused, what: 'a pay-in with INR disabled', outgoing: payin(run) },
    { ...refused, what: 'a pay-in in USDT with USDT disabled', outgoing: payin(run, 'usdt') },
    { ...refused, what: 'a payout with INR disabled', outgoing: payout(run) },
    ...link(run, 'a link with INR disabled', refused.answer, ['spec:errors.v1.method_not_allowed']),
  ];
}

function ownLimits(run: Run): readonly Probe[] {
  const refused = { answer: '422 amount_range', shows: ['spec:limits.own', 'spec:errors.amount_range'] };
  return [{ ...refused, what: "a pay-in below the account's own limit", outgoing: payin(run) }];
}

function maintenance(run: Run): readonly Probe[] {
  return [
    {
      what: 'a body that is too large, during maintenance',
      outgoing: run.merchant.bytes('payin', 'x'.repeat(65_537)),
      answer: '503 maintenance',
      shows: ['spec:errors.maintenance', 'reading:order.2'],
    },
  ];
}

function withoutProvider(run: Run): readonly Probe[] {
  return [
    {
      what: 'a pay-in without a payment channel',
      outgoing: payin(run),
      answer: '503 provider_unavailable',
      shows: ['spec:errors.provider_unavailable'],
    },
    ...link(run, 'a link without a payment channel', '502 gateway_error', ['spec:errors.v1.gateway_error']),
  ];
}

function withoutRate(run: Run): readonly Probe[] {
  const refused = { answer: '503 rate_unavailable', shows: ['spec:errors.rate_unavailable'] };
  return [{ ...refused, what: 'a pay-in in USDT without a USDT rate', outgoing: payin(run, 'usdt') }];
}
