import type { Mutant } from '../mutant.ts';

const checks = 'packages/mock-gateway/src/exchange-checks';

export const mutants: readonly Mutant[] = [
  {
    id: 'contract:exchanges.answers',
    file: `${checks}/check.ts`,
    replace: "if (typeof verdict === 'string') return { ...clause, state: 'broken', message: verdict };",
    by: '',
    why: 'Nothing is broken any more.',
  },
  {
    id: 'contract:exchanges.answers',
    file: `${checks}/payin-checks.ts`,
    replace: "id: 'spec:payin.pay-url'",
    by: "id: 'spec:payin.fields'",
    why: 'The wrong clause.',
  },
  {
    id: 'contract:exchanges.answers',
    file: `${checks}/exchange-judge.ts`,
    replace: 'return [...refused, ...said];',
    by: 'return refused;',
  },
  {
    id: 'contract:exchanges.answers',
    file: `${checks}/exchange-judge.ts`,
    replace: 'this.#learn(answered, exchange.endedAt);',
    by: '',
    why: 'No exchange is compared with those before.',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/exchange-judge.ts`,
    replace: '[...callbackChecks(called.kind), ...deliveryChecks]',
    by: '[...callbackChecks(called.kind)]',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/delivery-checks.ts`,
    replace: 'before.body === text',
    by: 'before.body.length === text.length',
    why: 'Other bytes of the same number.',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/delivery-checks.ts`,
    replace: 'if (after >= delay - toleranceMs) return true;',
    by: 'if (after >= 0) return true;',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/delivery-checks.ts`,
    replace: "headerOf(seen.request, 'user-agent') === userAgent",
    by: "headerOf(seen.request, 'user-agent') === ''",
    why: 'The mock gateway’s clock was moved.',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/exchange-judge.ts`,
    replace: 'acknowledged: ok,',
    by: 'acknowledged: false,',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/callback-checks.ts`,
    replace: '    stateOf(called, order),\n',
    by: '',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/callback-checks.ts`,
    replace: "return kind === 'payin' ? 'mchKey' : 'mchSecret';",
    by: "return kind === 'payout' ? 'mchKey' : 'mchSecret';",
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/callback-checks.ts`,
    replace: 'return { unseen: unjudged.masked };\n  const key',
    by: 'return true;\n  const key',
    why: 'A masked signature is said to be right.',
  },
  {
    id: 'contract:exchanges.callbacks',
    file: `${checks}/exchange-judge.ts`,
    replace: "this.#book.learn({ ...order, data: { ...order.data, status: 'success' }, knownAt });",
    by: '',
  },
  {
    id: 'contract:exchanges.doctor',
    file: `${checks}/exchange-doctor.ts`,
    replace: 'mchSecret: this.#known?.mchSecret',
    by: 'mchSecret: undefined',
  },
  {
    id: 'contract:exchanges.doctor',
    file: `${checks}/exchange-doctor.ts`,
    replace: 'operation: endpoint,',
    by: '',
    why: 'Either key would be right.',
  },
  {
    id: 'contract:exchanges.doctor',
    file: `${checks}/exchange-doctor.ts`,
    replace: "about === 'callback' && ofCallbacks.has(id)",
    by: 'false',
  },
  {
    id: 'contract:exchanges.doctor',
    file: `${checks}/exchange-doctor.ts`,
    replace: 'this.#asked += 1;',
    by: '',
    why: 'The second is told what the first did wrong.',
  },
];
