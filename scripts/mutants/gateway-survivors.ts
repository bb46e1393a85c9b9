import type { Reason } from './survivors.ts';

/** Of the gateway's modules but `domain`: the source, what stood there, what the mutant puts there, and why no test notices. */
const table: readonly (readonly [source: string, from: string, to: string, reason: string])[] = [
  ['callbacks/delivery', "''", '"Stryker was here!"', 'Equivalent: a callback without a URL has no attempt.'],
  [
    'callbacks/delivery-limiter',
    'out === 0',
    'false',
    'Changes only memory: a receiver without deliveries keeps an entry.',
  ],
  [
    'callbacks/keep-alive-pool',
    '() => void this.#sockets.delete(socket)',
    '() => undefined',
    'Changes only memory: the sweep removes a closed socket later.',
  ],
  [
    'callbacks/keep-alive-pool',
    'now() - this.#ms',
    'now() + this.#ms',
    'Closes an idle connection up to half of the idle time early. No test waits for real time.',
  ],
  [
    'callbacks/keep-alive-pool',
    'this.#sockets.size > 0',
    'true',
    'Equivalent: one more timer, which keeps no process alive.',
  ],
  [
    'callbacks/keep-alive-pool',
    'kept',
    'true',
    'Equivalent: node:http destroys the socket that it does not keep, and a closed socket is removed.',
  ],
  ['callbacks/lease-keeper', 'false', 'true', 'Equivalent: nothing is claimed before the first start.'],
  [
    'callbacks/lease-keeper',
    'running?.ended',
    'running.ended',
    'Equivalent: a re-send waits for its claim before the claim can end.',
  ],
  [
    'callbacks/scheduler',
    'atMost <= 0',
    'atMost < 0',
    'Equivalent: a claim of at most 0 callbacks claims none.',
  ],
  [
    'callbacks/scheduler',
    '!this.#started || atMost <= 0',
    '!this.#started && atMost <= 0',
    'Equivalent: the store claims none without a place, and claims of a stopped scheduler are released.',
  ],
  [
    'callbacks/scheduler',
    'elsewhere > 0',
    'elsewhere <= 0',
    'Changes only the pause between two looks at the store.',
  ],
  [
    'clock/timetable',
    'at < this.#wakeAt',
    'at <= this.#wakeAt',
    'Equivalent: the timer is set to the same instant again.',
  ],
  ['clock/timetable', 'kept', 'true', 'Equivalent: after a failed save the stored version is read again.'],
  ['operations/announce', "status === 'pending'", 'false', 'Equivalent: no move ends in `pending`.'],
  ['operations/announce', '[]', '["Stryker was here"]', 'Equivalent: no move ends in `pending`.'],
  [
    'operations/create-payout',
    'result?.conflict',
    'result.conflict',
    'Equivalent: without a refusal there is a result.',
  ],
  [
    'operations/merchants',
    "'a top-up has no precondition to fail'",
    '""',
    'Equivalent: the commit of a top-up has no precondition, so the error is never thrown.',
  ],
  [
    'control/as-merchant',
    "'The gateway was reset during the call.'",
    '""',
    'Only for a reset between the response and its log entry, which no test can time.',
  ],
  [
    'control/client',
    '{ return undefined; }',
    '{}',
    'Equivalent: a function without a return value returns undefined.',
  ],
  ['control/simulation', '-6', '+6', 'Equivalent: the reference has 12 digits.'],
  [
    'control/simulation',
    "cause.code === 'illegal_transition'",
    'true',
    'Equivalent before the year 9998: only a reset stops a freeze at a later instant.',
  ],
  ['control/statement', 'deposit === null', 'false', 'Equivalent: an order with a ledger entry exists.'],
  ['control/statement', "'date'", '""', 'Documents the format. The parameter has its own check.'],
  [
    'http/adapters/node-http',
    "'end'",
    '""',
    'Equivalent: a promise settles once, so a later end of the request has no effect.',
  ],
  [
    'http/adapters/node-http',
    "''",
    '"Stryker was here!"',
    'Equivalent: each match of the expression has its group.',
  ],
  [
    'http/core/merchant-server',
    "''",
    '"Stryker was here!"',
    'Equivalent: neither text is a host, so the page cannot be that of the gateway.',
  ],
  [
    'http/pipeline/faults',
    'false',
    'true',
    'Changes only how long a process waits for a delay when nothing else keeps it alive.',
  ],
  [
    'limits/rate-window',
    '[]',
    '["Stryker was here"]',
    'Equivalent: calls that are not recent are dropped before they are counted.',
  ],
  [
    'limits/recently-used',
    'oldest !== undefined',
    'true',
    'Equivalent: the list is full, so it has an oldest entry.',
  ],
];

export const gatewayReasons: readonly Reason[] = [
  ...table.map(
    ([source, from, to, text]): Reason => ({
      applies: (one) =>
        one.file.endsWith(`/mock-gateway/src/${source}.ts`) && one.from === from && one.to === to,
      text,
    }),
  ),
  {
    applies: ({ from, to }) => /^\{ description: .*\}$/.test(from) && to === '{}',
    text: 'Documentation only. It does not affect behaviour.',
  },
];
