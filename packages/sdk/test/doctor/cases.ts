import type { ExplainOptions, SignedParameters } from '@inrgate/sdk/doctor';
import { type Draw, payin, randomKey, type Sent } from './generator.ts';
import { type Client, type Keys, rightClient, signBy, type WrongClient } from './wrong-clients.ts';

/** A request that a faulty client has signed. */
export interface Case {
  readonly parameters: SignedParameters;
  readonly options: ExplainOptions;
  readonly keys: Keys;
  readonly sent: Sent;
}

/** Creates up to `wanted` requests that show each client's mistake. */
export function casesOf(clients: readonly WrongClient[], draw: Draw, wanted: number): readonly Case[] {
  const cases: Case[] = [];
  for (let tries = 0; tries < wanted * 60 && cases.length < wanted; tries++) {
    const made = caseOf(clients, draw, sentBy(clients, draw, tries));
    if (made !== undefined) cases.push(made);
  }
  return cases;
}

/** Creates the parameters of one client, or of several mistakes combined. */
function sentBy(clients: readonly WrongClient[], draw: Draw, turn: number): Sent {
  const senders = clients.flatMap(({ sends }) => (sends === undefined ? [] : [sends]));
  if (senders.length < 2) return (senders[0] ?? payin)(draw);
  const [one = payin, other = payin] = turn % 2 === 0 ? senders : senders.toReversed();
  return turn % 4 < 2 ? one(draw) : [...new Map([...one(draw), ...other(draw)])];
}

/** Returns the case. Undefined if one of the combined mistakes has no effect. */
function caseOf(clients: readonly WrongClient[], draw: Draw, sent: Sent): Case | undefined {
  const mchId = sent.find(([name]) => name === 'mchId')?.[1] ?? 'M1';
  const given = clients.find((client) => client.given)?.given ?? ((key: string) => key);
  const keys = { right: given(randomKey(draw)), other: randomKey(draw), stranger: randomKey(draw), mchId };
  const sign = signBy(together(clients), sent, keys);
  const without = clients.map((client) =>
    signBy(together(clients.filter((other) => other !== client)), sent, keys),
  );
  if (without.includes(sign) || clients.some(({ shows }) => shows?.(sign) === false)) return undefined;
  return {
    parameters: { ...Object.fromEntries(sent), sign },
    options: {
      operation: 'payin',
      keys: { mchKey: keys.right, mchSecret: keys.other },
      otherMerchants: [{ mchId: 'M2', mchKey: keys.stranger }],
      timeLimit: Number.POSITIVE_INFINITY,
    },
    keys,
    sent,
  };
}

function together(clients: readonly WrongClient[]): Client {
  return Object.assign({}, rightClient, ...clients.map(({ does }) => does));
}
