import { callbackChecks } from './callback-checks.ts';
import { acknowledgementChecks, deliveryChecks } from './delivery-checks.ts';
import { v1EnvelopeChecks, v3EnvelopeChecks } from './envelope-checks.ts';
import type { About, Check, Finding } from './finding.ts';
import { linkChecks, walletChecks } from './other-checks.ts';
import { payinChecks } from './payin-checks.ts';
import { payoutChecks } from './payout-checks.ts';

/** Each rule that exchanges are always looked at for, as long as none has shown it: why, in a sentence. */
export function unseenRules(): readonly Finding[] {
  const all = [
    ...unseen(v3EnvelopeChecks, 'answer', 'no call of v3 is among these exchanges'),
    ...unseen(payinChecks, 'answer', 'no answer about a pay-in is among these exchanges'),
    ...unseen(payoutChecks, 'answer', 'no answer about a withdrawal is among these exchanges'),
    ...unseen(walletChecks, 'answer', 'no answer about a wallet is among these exchanges'),
    ...unseen(v1EnvelopeChecks, 'answer', 'no call of v1 is among these exchanges'),
    ...unseen(linkChecks, 'answer', 'no answer about a link is among these exchanges'),
    ...unseen(deliveryChecks, 'callback', 'no callback is among these exchanges'),
    ...unseen(acknowledgementChecks, 'acknowledgement', 'no callback is among these exchanges'),
    ...(['payin', 'payout', 'link'] as const).flatMap((kind) =>
      unseen(callbackChecks(kind), 'callback', `no callback of a ${names[kind]} is among these exchanges`),
    ),
  ];
  const first = new Map(all.toReversed().map((finding) => [`${finding.id} ${finding.about}`, finding]));
  return all.filter((finding) => first.get(`${finding.id} ${finding.about}`) === finding);
}

const names = { payin: 'pay-in', payout: 'withdrawal', link: 'link' } as const;

function unseen(
  checks: readonly Pick<Check<never>, 'id' | 'title'>[],
  about: About,
  message: string,
): readonly Finding[] {
  return checks.map(({ id, title }) => ({ id, title, about, state: 'unobservable', message }));
}
