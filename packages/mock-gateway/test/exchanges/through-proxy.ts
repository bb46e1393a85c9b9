import {
  ExchangeJudge,
  type Finding,
  type KnownMerchant,
  type Passed,
  startProxy,
} from '@inrgate/conformance';

/** Traffic of a proxy, judged. */
export interface Watched {
  readonly url: string;
  readonly callbackUrl: string | null;
  readonly passed: readonly Passed[];
  /** One finding for each exchange and each rule that applies to it. */
  readonly findings: readonly Finding[];
  readonly broken: readonly Finding[];
  close(): Promise<void>;
}

/** A proxy in front of a gateway at this origin. */
export async function proxied(
  origin: string,
  known: KnownMerchant,
  callbacksTo: string | null = null,
): Promise<Watched> {
  const judge = new ExchangeJudge(known);
  const passed: Passed[] = [];
  const all: Finding[] = [];
  const proxy = await startProxy({
    to: new URL(`${origin}/v3`),
    toLegacy: new URL(`${origin}/v1`),
    callbacksTo: callbacksTo === null ? null : new URL(callbacksTo),
    onPassed: (one) => {
      passed.push(one);
      if (one.kind === 'other') return;
      const findings =
        one.kind === 'callback' ? judge.callback(one) : judge.exchange({ ...one, api: one.kind });
      all.push(...findings);
    },
  });
  return {
    url: proxy.url,
    callbackUrl: proxy.callbackUrl,
    passed,
    findings: all,
    get broken() {
      return all.filter(({ state }) => state === 'broken');
    },
    close: () => proxy.close(),
  };
}
