import type { Reason } from './reason.ts';

/**
 * Mutants that no test finds in the gateway's modules except `domain`: the source, the original, the replacement, and
 * the reason.
 */
const table: readonly (readonly [source: string, from: string, to: string, reason: string])[] = [
  [
    'callbacks/delivery',
    "''",
    '"Stryker was here!"',
    'Equivalent: the gateway makes no attempt for a callback without a URL.',
  ],
  [
    'callbacks/delivery-limiter',
    'out === 0',
    'false',
    'The mutant changes only memory: a receiver without deliveries keeps an entry.',
  ],
  [
    'callbacks/keep-alive-pool',
    '() => void this.#sockets.delete(socket)',
    '() => undefined',
    'The mutant changes only memory: the sweep removes a closed socket later.',
  ],
  [
    'callbacks/keep-alive-pool',
    'now() - this.#ms',
    'now() + this.#ms',
    'The mutant closes an idle connection up to half of the idle time early. No test waits for real time.',
  ],
  [
    'callbacks/keep-alive-pool',
    'this.#sockets.size > 0',
    'true',
    'Equivalent: the additional timer does not keep a process alive.',
  ],
  [
    'callbacks/keep-alive-pool',
    'kept',
    'true',
    'Equivalent: node:http destroys a socket that it does not keep, and the pool removes a closed socket.',
  ],
  [
    'callbacks/lease-keeper',
    'false',
    'true',
    'Equivalent: the gateway claims no callback before the first start.',
  ],
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
    'Equivalent: a claim of at most 0 callbacks claims no callback.',
  ],
  [
    'callbacks/scheduler',
    '!this.#started || atMost <= 0',
    '!this.#started && atMost <= 0',
    'Equivalent: without a free slot the store claims no callback, and a stopped scheduler releases its claims.',
  ],
  [
    'callbacks/scheduler',
    'elsewhere > 0',
    'elsewhere <= 0',
    'The mutant changes only the pause between two queries of the store.',
  ],
  [
    'clock/timetable',
    'at < this.#wakeAt',
    'at <= this.#wakeAt',
    'Equivalent: the code sets the timer to the same instant again.',
  ],
  [
    'clock/timetable',
    'kept',
    'true',
    'Equivalent: after a failed save, the clock reads the stored version again.',
  ],
  ['operations/announce', "status === 'pending'", 'false', 'Equivalent: no move ends in `pending`.'],
  ['operations/announce', '[]', '["Stryker was here"]', 'Equivalent: no move ends in `pending`.'],
  [
    'operations/create-payout',
    'result?.conflict',
    'result.conflict',
    'Equivalent: if the gateway does not reject the request, the result exists.',
  ],
  [
    'operations/merchants',
    "'a top-up has no precondition to fail'",
    '""',
    'Equivalent: the commit of a top-up has no precondition, so the code never throws this error.',
  ],
  [
    'control/as-merchant',
    "'The gateway was reset during the call.'",
    '""',
    'The string appears only after a reset between the response and its log entry. No test can time this reset.',
  ],
  [
    'control/client',
    '{ return undefined; }',
    '{}',
    'Equivalent: a function without a return value returns undefined.',
  ],
  ['control/simulation', '-6', '+6', 'Equivalent: the reference always contains 12 digits.'],
  [
    'control/simulation',
    "cause.code === 'illegal_transition'",
    'true',
    'Equivalent before the year 9998: only a reset prevents a freeze at a later instant.',
  ],
  ['control/statement', 'deposit === null', 'false', 'Equivalent: an order with a ledger entry exists.'],
  ['control/statement', "'date'", '""', 'The string documents the format. The parameter has its own check.'],
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
    'Equivalent: each match of the expression contains its group.',
  ],
  [
    'http/core/merchant-server',
    "''",
    '"Stryker was here!"',
    'Equivalent: neither string is a host, so the page cannot be a page of the gateway.',
  ],
  [
    'http/pipeline/faults',
    'false',
    'true',
    'The mutant changes only the time that an otherwise idle process waits for a delay.',
  ],
  [
    'limits/rate-window',
    '[]',
    '["Stryker was here"]',
    'Equivalent: the code drops old calls before it counts the calls.',
  ],
  [
    'limits/recently-used',
    'oldest !== undefined',
    'true',
    'Equivalent: the list is full, so it contains an oldest entry.',
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
    text: 'The string is documentation and does not affect the behaviour.',
  },
];
