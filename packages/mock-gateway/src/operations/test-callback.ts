import { type CallbackFormat, encodeCallback, payinCallbackFields } from '@inrgate/sdk/internal';
import { payinFee } from '@inrgate/sdk/protocol';
import type { Attempt, NewCallback } from '../domain/callback.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Core } from './core.ts';
import { changeMerchant } from './merchants.ts';

/** The gateway was closed or reset during a callback test, so nothing was recorded. */
export class TestInterrupted extends Error {
  override readonly name = 'TestInterrupted';
}

/** Makes one attempt. Resolves with null after an abort. */
export type TryDelivery = (callback: NewCallback) => Promise<Attempt | null>;

/** One of the two attempts of a callback test, as recorded. */
export interface TestDelivery {
  readonly callbackId: string;
  readonly attempt: Attempt;
}

/** Result of "Test endpoint" of the merchant dashboard: one attempt in each format. */
export interface TestedCallback {
  readonly json: TestDelivery;
  readonly form: TestDelivery;
  /** Format of later callbacks. Null if the server accepted neither format, so the stored format stays unchanged. */
  readonly acceptedFormat: CallbackFormat | null;
}

interface TestTarget {
  readonly url: string;
  readonly deliver: TryDelivery;
  /** Aborts when the gateway closes or is reset. */
  readonly ended: AbortSignal;
}

/**
 * Sends the test as JSON and as form data. If the server accepts both, later callbacks use JSON (spec: Delivery rules
 * 6; reading: Callbacks, "the test callback"). Records each attempt only after its end, so the gateway never retries
 * it.
 *
 * @throws {TestInterrupted} if the gateway closes or is reset during the test
 */
export async function testCallback(
  core: Core,
  merchant: Merchant,
  { url, deliver, ended }: TestTarget,
): Promise<TestedCallback> {
  const send = async (format: CallbackFormat): Promise<TestDelivery> => {
    const callback = newTestCallback(core, merchant, { url, format });
    const attempt = await deliver(callback);
    if (attempt === null || ended.aborted) throw new TestInterrupted();
    core.store.write(() => core.store.callbacks.recordTest(callback, attempt));
    await core.store.onDisk();
    if (ended.aborted) throw new TestInterrupted();
    return { callbackId: callback.id, attempt };
  };
  const json = await send('json');
  const form = await send('form');
  const acceptedFormat = json.attempt.ok ? 'json' : form.attempt.ok ? 'form' : null;
  if (acceptedFormat !== null) {
    // The format belongs to the tested URL.
    changeMerchant(core, merchant.mchId, (saved) =>
      saved.callbackUrl === url ? { ...saved, callbackFormat: acceptedFormat } : saved,
    );
    await core.store.onDisk();
  }
  return { json, form, acceptedFormat };
}

/** Creates a body like that of a pay-in callback, with generated order values and `test` = true. */
function newTestCallback(
  core: Core,
  merchant: Merchant,
  { url, format }: { readonly url: string; readonly format: CallbackFormat },
): NewCallback {
  const now = core.clock.now();
  const orderNo = core.ids.payinOrderNo(now);
  const mchOrderNo = `TEST-${orderNo}`;
  const amount = merchant.limits.payinMin;
  const fee = payinFee(amount);
  const fields = payinCallbackFields({
    mchId: merchant.mchId,
    mchOrderNo,
    orderNo,
    amount,
    fee,
    netAmount: amount - fee,
    tradeType: 'INRUPI',
    usdt: null,
    extra: '',
    state: { status: 'success', paidAmount: amount, utr: core.ids.utr(), paidAt: now },
  });
  const { body } = encodeCallback({ ...fields, test: true }, merchant.mchKey, format);
  const { mchId } = merchant;
  return {
    id: core.ids.id('cb'),
    kind: 'test',
    event: 'test',
    mchId,
    orderNo: null,
    mchOrderNo,
    url,
    format,
    body,
    createdAt: now,
  };
}
