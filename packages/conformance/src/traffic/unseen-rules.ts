import { callbackChecks } from './callback-checks.ts';
import { acknowledgementChecks, deliveryChecks } from './delivery-checks.ts';
import { v1EnvelopeChecks, v3EnvelopeChecks } from './envelope-checks.ts';
import type { About, Check, Finding } from './finding.ts';
import { linkChecks, walletChecks } from './other-checks.ts';
import { payinChecks } from './payin-checks.ts';
import { payoutChecks } from './payout-checks.ts';

/** The rules that every report lists, each with the reason why no exchange has shown it. */
export function unseenRules(): readonly Finding[] {
  const all = [
    ...unseen(v3EnvelopeChecks, 'answer', 'there is no v3 call among these exchanges'),
    ...unseen(payinChecks, 'answer', 'there is no response about a pay-in among these exchanges'),
    ...unseen(payoutChecks, 'answer', 'there is no response about a payout among these exchanges'),
    ...unseen(walletChecks, 'answer', 'there is no response about a wallet among these exchanges'),
    ...unseen(v1EnvelopeChecks, 'answer', 'there is no v1 call among these exchanges'),
    ...unseen(linkChecks, 'answer', 'there is no response about a link among these exchanges'),
    ...unseen(deliveryChecks, 'callback', 'there is no callback among these exchanges'),
    ...unseen(acknowledgementChecks, 'acknowledgement', 'there is no callback among these exchanges'),
    ...(['payin', 'payout', 'link'] as const).flatMap((kind) =>
      unseen(
        callbackChecks(kind),
        'callback',
        `there is no callback of a ${names[kind]} among these exchanges`,
      ),
    ),
  ];
  const first = new Map(all.toReversed().map((finding) => [`${finding.id} ${finding.about}`, finding]));
  return all.filter((finding) => first.get(`${finding.id} ${finding.about}`) === finding);
}

const names = { payin: 'pay-in', payout: 'payout', link: 'link' } as const;

function unseen(
  checks: readonly Pick<Check<never>, 'id' | 'title'>[],
  about: About,
  message: string,
): readonly Finding[] {
  return checks.map(({ id, title }) => ({ id, title, about, state: 'unobservable', message }));
}
