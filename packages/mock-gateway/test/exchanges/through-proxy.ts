import {
  ExchangeJudge,
  type Finding,
  type KnownMerchant,
  type Passed,
  startProxy,
} from '../../src/exchanges.ts';

/** What has passed a proxy, judged. */
export interface Watched {
  readonly url: string;
  readonly callbackUrl: string | null;
  readonly passed: readonly Passed[];
  readonly broken: readonly Finding[];
  close(): Promise<void>;
}

/** A proxy in front of what answers at this origin as a gateway does. */
export async function proxied(
  origin: string,
  known: KnownMerchant,
  callbacksTo: string | null = null,
): Promise<Watched> {
  const judge = new ExchangeJudge(known);
  const passed: Passed[] = [];
  const broken: Finding[] = [];
  const proxy = await startProxy({
    to: new URL(`${origin}/v3`),
    toLegacy: new URL(`${origin}/v1`),
    callbacksTo: callbacksTo === null ? null : new URL(callbacksTo),
    onPassed: (one) => {
      passed.push(one);
      if (one.kind === 'other') return;
      const findings =
        one.kind === 'callback' ? judge.callback(one) : judge.exchange({ ...one, api: one.kind });
      broken.push(...findings.filter(({ state }) => state === 'broken'));
    },
  });
  return { url: proxy.url, callbackUrl: proxy.callbackUrl, passed, broken, close: () => proxy.close() };
}
