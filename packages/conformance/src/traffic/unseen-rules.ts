import { callbackChecks } from './callback-checks.ts';
import { acknowledgementChecks, deliveryChecks } from './delivery-checks.ts';
import { v1EnvelopeChecks, v3EnvelopeChecks } from './envelope-checks.ts';
import type { About, Check, Finding } from './finding.ts';
import { linkChecks, walletChecks } from './other-checks.ts';
import { payinChecks } from './payin-checks.ts';
import { payoutChecks } from './payout-checks.ts';

/** Lists the rules that every report contains, each with the reason why no exchange has shown it. */
export function unseenRules(): readonly Finding[] {
  const all = [
    ...unseen(v3EnvelopeChecks, 'answer', 'no exchange is a v3 call'),
    ...unseen(payinChecks, 'answer', 'no exchange contains a response about a pay-in'),
    ...unseen(payoutChecks, 'answer', 'no exchange contains a response about a payout'),
    ...unseen(walletChecks, 'answer', 'no exchange contains a response about a wallet'),
    ...unseen(v1EnvelopeChecks, 'answer', 'no exchange is a v1 call'),
    ...unseen(linkChecks, 'answer', 'no exchange contains a response about a link'),
    ...unseen(deliveryChecks, 'callback', 'no exchange is a callback'),
    ...unseen(acknowledgementChecks, 'acknowledgement', 'no exchange is a callback'),
    ...(['payin', 'payout', 'link'] as const).flatMap((kind) =>
      unseen(callbackChecks(kind), 'callback', `no exchange is a callback for a ${names[kind]}`),
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
