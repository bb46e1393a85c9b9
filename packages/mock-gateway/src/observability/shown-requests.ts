import { isMaskedName, SignatureDoctor, shownParameter, shownPart } from '@inrgate/conformance/internal';
import { type Mask, mask, masking } from '@inrgate/sdk/internal';
import { diagnosisOf, type SignatureDiagnosis } from './diagnosis.ts';
import { type ExplainedDiagnosis, explainedDiagnosis, maskedDiagnosis } from './explained.ts';
import { maskedExchange, maskedSignature } from './kept-exchange.ts';
import { type KeptRequest, type LoggedRequest, maxValueLength } from './logged-request.ts';
import { idOf, type RequestInFull, type RequestLog, type UnmaskedRequest } from './request-log.ts';
import type { KnownKeys, MerchantKeys } from './trace.ts';

const maxParameters = 100;
/** Minimum length of a key that is masked in the requests of other merchants, because shorter keys occur in many words. */
const minKeyLength = 6;

/** The part of a request log that shows its entries with masked secrets. */
export abstract class ShownRequests
  implements Pick<RequestLog, 'protect' | 'protectToken' | 'hideKeys' | 'get' | 'inFull'>
{
  readonly #keys = new Set<string>();
  readonly #tokens: string[] = [];
  #keysMasked: Mask | null = null;
  readonly #doctor: SignatureDoctor;

  /** @param recorded returns how many requests the log has recorded */
  constructor(recorded: () => number) {
    this.#doctor = new SignatureDoctor(recorded);
  }

  protect({ mchKey, mchSecret }: MerchantKeys): void {
    for (const key of [mchKey, mchSecret]) if (key.length >= minKeyLength) this.#keys.add(key);
    this.#keysMasked = null;
  }

  protectToken(token: string): void {
    this.#tokens.push(token);
    this.#keysMasked = null;
  }

  readonly hideKeys: Mask = (text) => {
    this.#keysMasked ??= masking([...this.#keys, ...this.#tokens]);
    return this.#keysMasked(text);
  };

  /** Removes the keys, and the explanations that could contain the keys. */
  clear(): void {
    this.#keys.clear();
    this.#keysMasked = null;
    this.#doctor.clear();
  }

  /** Returns the stored entry with this id, or null. */
  protected abstract find(id: string): Promise<KeptRequest | null>;

  async get(id: string): Promise<LoggedRequest | null> {
    const kept = await this.find(id);
    return kept === null ? null : this.shown(kept);
  }

  async inFull(id: string, merchants?: KnownKeys): Promise<RequestInFull | null> {
    const request = await this.find(id);
    if (request === null) return null;
    const masked = this.#masking(request);
    const shown = this.#shown(request, null);
    return {
      ...shown,
      diagnosis: await this.#explained(request, shown.diagnosis, merchants),
      signature: maskedSignature(request.parameters, request.signedWith, masked),
      exchange: maskedExchange(request.exchange, { ...request, masked }),
    };
  }

  protected shown(kept: KeptRequest): LoggedRequest {
    return this.#shown(kept);
  }

  protected unmaskedEntry(request: KeptRequest): UnmaskedRequest {
    const { time, method, path, status, durationMs, exchange } = request;
    return { time, method, path, status, durationMs, exchange, hideKeys: this.#masking(request) };
  }

  /** Explains a wrong signature with the doctor, which takes longer than the diagnosis in a list. */
  async #explained(
    request: KeptRequest,
    diagnosis: SignatureDiagnosis | null,
    merchants?: KnownKeys,
  ): Promise<ExplainedDiagnosis | null> {
    const { number, wronglySigned, keys, mchId, parameters, exchange } = request;
    if (diagnosis === null || wronglySigned === null) return null;
    const contentType = exchange.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const explanation = await this.#doctor.explain(number, parameters ?? new Map(), {
      keys: keys ?? {},
      otherMerchants: (await merchants?.())?.filter((other) => other.mchId !== mchId),
      operation: wronglySigned,
      contentType,
      shown: shownParameter(this.#masking(request)),
    });
    // Use the current mask, because keys may have been added during the search.
    return explainedDiagnosis(diagnosis, explanation, {
      masked: this.#masking(request),
      isKnown: keys !== null,
    });
  }

  /** Also masks the keys of the request's own merchant, even former or short ones. */
  #masking({ keys }: KeptRequest): Mask {
    const own = masking(keys === null ? [] : [keys.mchKey, keys.mchSecret]);
    return (text) => own(this.hideKeys(text));
  }

  /** @param more id for the advice on more details, or null if the details are already shown */
  #shown(kept: KeptRequest, more: string | null = idOf(kept.number)): LoggedRequest {
    const { number, bytes: _bytes, keys, exchange: _, signedWith: _key, wronglySigned, ...request } = kept;
    const masked = this.#masking(kept);
    const shownOrNull = (text: string | null) =>
      text === null ? null : shownPart(text, masked, maxValueLength);
    const parameters = kept.parameters ?? new Map<string, string>();
    return {
      id: idOf(number),
      ...request,
      path: shownPart(request.path, masked, maxValueLength),
      mchId: shownOrNull(request.mchId),
      mchOrderNo: shownOrNull(request.mchOrderNo),
      parameters: maskedParameters(parameters, masked),
      diagnosis:
        wronglySigned === null
          ? null
          : maskedDiagnosis(
              diagnosisOf({ id: more, operation: wronglySigned, parameters, keys }),
              parameters,
              masked,
            ),
    };
  }
}

function maskedParameters(parameters: ReadonlyMap<string, string>, masked: Mask): Record<string, string> {
  const shown = (text: string) => shownPart(text, masked, maxValueLength);
  const first = [...parameters].slice(0, maxParameters);
  return Object.fromEntries(
    first.map(([name, value]) => [shown(name), isMaskedName(name) ? mask : shown(value)]),
  );
}
