import { setImmediate as turn } from 'node:timers/promises';
import { explainCallback, explainSignature, type SignatureExplanation } from '@inrgate/sdk/doctor';
import { type Mask, masking } from '@inrgate/sdk/internal';
import { textParams } from '@inrgate/sdk/protocol';
import { shownParameter } from '../masking/masking.ts';
import {
  headerOf,
  type KnownMerchant,
  type SeenCallback,
  type SeenExchange,
  unpackedBody,
} from './exchange.ts';
import { expectationOf } from './expected.ts';
import type { Finding } from './finding.ts';

/** Ids of the rules about signatures of requests. */
const ofRequests: ReadonlySet<string> = new Set([
  'spec:errors.invalid_signature',
  'spec:errors.wrong_key_type',
  'spec:errors.v1.invalid_signature',
]);
const ofCallbacks: ReadonlySet<string> = new Set(['spec:events.signed', 'spec:auth.callback-key']);

/** Explains wrong signatures after the traffic that is already waiting. */
export class ExchangeDoctor {
  readonly #known: KnownMerchant | null;
  readonly #masked: Mask;

  /** @param known the merchant whose keys are known, or null */
  constructor(known: KnownMerchant | null) {
    this.#known = known;
    this.#masked = masking([known?.mchKey ?? '', known?.mchSecret ?? '']);
  }

  /** Returns whether the findings include a wrong signature. */
  canExplain(findings: readonly Finding[]): boolean {
    return this.#known !== null && findings.some(isAboutSignature);
  }

  /** Returns the findings about a call, with the explanation of a wrong signature if possible. */
  exchange(seen: SeenExchange, findings: readonly Finding[]): Promise<readonly Finding[]> {
    return this.#explained(findings, (known) => {
      const { params, endpoint } = expectationOf(seen, known);
      if (params === null || endpoint === null) return null;
      return explainSignature(textParams(params), {
        keys: known,
        operation: endpoint,
        contentType: headerOf(seen.request, 'content-type'),
        mchId: known.mchId,
        shown: shownParameter(this.#masked),
      });
    });
  }

  /** Returns the findings about a callback, with the explanation of a wrong signature if possible. */
  callback({ request }: SeenCallback, findings: readonly Finding[]): Promise<readonly Finding[]> {
    return this.#explained(findings, (known) => {
      const body = unpackedBody(request);
      const contentType = headerOf(request, 'content-type');
      return body && explainCallback(body, { keys: known, contentType, mchId: known.mchId });
    });
  }

  async #explained(
    findings: readonly Finding[],
    explain: (known: KnownMerchant) => SignatureExplanation | null,
  ): Promise<readonly Finding[]> {
    if (this.#known === null || !this.canExplain(findings)) return findings;
    await turn();
    const explanation = explain(this.#known);
    if (explanation?.verdict !== 'explained') return findings;
    const mistakes = explanation.mistakes.map((one) => ({ ...one, title: this.#masked(one.title) }));
    const words = mistakes.map(({ title, fix }) => `${title}. ${fix}`).join(' ');
    return findings.map((finding) =>
      isAboutSignature(finding) ? { ...finding, mistakes, message: `the sign is wrong. ${words}` } : finding,
    );
  }
}

function isAboutSignature({ id, about, state }: Finding): boolean {
  if (state !== 'broken') return false;
  return about === 'request' ? ofRequests.has(id) : about === 'callback' && ofCallbacks.has(id);
}
