import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import type { Output } from '../output/output.ts';
import { shellWord } from '../output/shell-word.ts';

/** A URL that was made a merchant's callback URL on the mock gateway, until it is put back. */
export interface SetUrl {
  /**
   * Saves the URL of before again, unless somebody has saved another one since.
   *
   * @throws {ControlApiError} that says how to put it back by hand
   */
  restore(): Promise<void>;
}

export interface Wanted {
  readonly mchId: string;
  readonly url: string;
  readonly output: Output;
}

/** Saves it as the merchant's callback URL. */
export async function setCallbackUrl(
  control: ControlClient,
  { mchId, url, output }: Wanted,
): Promise<SetUrl> {
  const saved = async () => (await control.get('/merchants/:id', { id: mchId })).callbackUrl;
  const save = (callbackUrl: string | null) =>
    control.patch('/merchants/:id', { id: mchId, body: { callbackUrl } });
  const before = await saved();
  await save(url);
  output.note(`the callback URL of ${mchId} is ${url} until this ends; it was ${before ?? 'none'}`);
  return {
    async restore() {
      try {
        const callbackUrl = await saved();
        if (callbackUrl !== url) {
          output.note(`the callback URL of ${mchId} is ${callbackUrl ?? 'none'} by now, and stays so`);
          return;
        }
        await save(before);
        output.note(`the callback URL of ${mchId} is ${before ?? 'none'} again`);
      } catch (error) {
        throw notRestored(error, { mchId, before });
      }
    },
  };
}

function notRestored(
  cause: unknown,
  { mchId, before }: { readonly mchId: string; readonly before: string | null },
) {
  const why = cause instanceof Error ? cause.message : String(cause);
  const byHand = `inrgate mock merchants update ${shellWord(mchId)} --callback-url ${shellWord(before ?? 'none')}`;
  const facts = cause instanceof ControlApiError ? cause : {};
  return new ControlApiError(`the callback URL was not put back: ${why}. By hand: ${byHand}`, {
    ...facts,
    cause,
  });
}
