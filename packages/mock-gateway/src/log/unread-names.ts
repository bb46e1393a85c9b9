import { v3Requests } from '@inrgate/sdk/protocol';

/**
 * Parameters of v3 by their names in v1 and in other gateways of this kind, without case and separators. The names of v3
 * itself match in any spelling.
 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['mid', 'mchId'],
  ['appid', 'mchId'],
  ['merchantno', 'mchId'],
  ['merchantorderno', 'mchOrderNo'],
  ['merchantorderid', 'mchOrderNo'],
  ['clientref', 'mchOrderNo'],
  ['orderid', 'mchOrderNo'],
  ['orderno', 'mchOrderNo'],
  ['outtradeno', 'mchOrderNo'],
  ['gatewayorderno', 'orderNo'],
  ['money', 'amount'],
  ['currency', 'tradeType'],
  ['paytype', 'tradeType'],
  ['backurl', 'notifyUrl'],
  ['webhookurl', 'notifyUrl'],
  ['pageurl', 'returnUrl'],
  ['redirecturl', 'returnUrl'],
  ['successurl', 'returnUrl'],
  ['attach', 'extra'],
  ['note', 'extra'],
  ['remark', 'extra'],
  ['ifsccode', 'ifsc'],
  ['vpa', 'upiId'],
]);

/** Names of the callback URL, which a payout does not read (spec: POST payout, Rules). */
const callbackUrls = new Set(['notifyurl', 'callbackurl', 'webhookurl']);

/** The names of each parameter, by the endpoint that reads it. */
const namesByEndpoint: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries(v3Requests).map(([endpoint, { fields }]) => [
    endpoint,
    fields.map(({ name, alias }) => (alias === undefined ? [name] : [name, alias])),
  ]),
);

/** One sentence for each parameter that the endpoint ignores, but that probably means a parameter which is missing. */
export function unreadNames(
  endpoint: string | null,
  parameters: ReadonlyMap<string, string>,
): readonly string[] {
  const parameterNames = namesByEndpoint.get(endpoint ?? '');
  if (parameterNames === undefined) return [];
  const unread = [...parameters.keys()].filter(
    (name) => !parameterNames.some((names) => names.includes(name)),
  );
  return unread.flatMap((name) => {
    const plain = plainName(name);
    const head = `The request has ${name}, which ${endpoint} does not read.`;
    if (endpoint === 'payout' && callbackUrls.has(plain))
      return [`${head} Payout callbacks go to the saved callback URL.`];
    const spelling = parameterNames.find((names) => names.some((one) => plainName(one) === plain));
    const meant = spelling ?? parameterNames.find(([own]) => own === otherNames.get(plain));
    if (meant === undefined || meant.some((one) => parameters.has(one))) return [];
    return [`${head} It reads ${meant.join(' or ')}.`];
  });
}

function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
