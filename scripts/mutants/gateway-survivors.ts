import type { Reason } from './survivors.ts';

/** Of the gateway's modules but `domain`: the source, what stood there, what the mutant puts there, and why no test notices. */
const table: readonly (readonly [source: string, from: string, to: string, reason: string])[] = [
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

export const gatewayReasons: readonly Reason[] = table.map(([source, from, to, text]) => ({
  applies: (one) => one.file.endsWith(`/mock-gateway/src/${source}.ts`) && one.from === from && one.to === to,
  text,
}));
