import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import { type Output, shellWord } from '../../output/output.ts';

export interface Wanted {
  readonly mchId: string;
  readonly url: string;
  readonly output: Output;
}

/**
 * Sets a temporary callback URL of a merchant on the mock gateway.
 *
 * @returns a function that restores the previous URL, unless another client has changed the URL in the meantime. It
 * throws a `ControlApiError` with the command that restores the URL manually
 */
export async function setCallbackUrl(
  control: ControlClient,
  { mchId, url, output }: Wanted,
): Promise<() => Promise<void>> {
  const saved = async () => (await control.get('/merchants/:id', { id: mchId })).callbackUrl;
  const save = (callbackUrl: string | null) =>
    control.patch('/merchants/:id', { id: mchId, body: { callbackUrl } });
  const before = await saved();
  await save(url);
  output.note(`set the callback URL of ${mchId} to ${url} until listen stops (before: ${before ?? 'none'})`);
  return async () => {
    try {
      const now = await saved();
      if (now === url) await save(before);
      output.note(
        now === url
          ? `restored the callback URL of ${mchId}: ${before ?? 'none'}`
          : `another client changed the callback URL of ${mchId} to ${now ?? 'none'}, so listen does not restore it`,
      );
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const byHand = `inrgate mock merchants update ${shellWord(mchId)} --callback-url ${shellWord(before ?? 'none')}`;
      throw new ControlApiError(`the callback URL could not be restored: ${why}. Run ${byHand}`, {
        ...(cause instanceof ControlApiError && cause),
        cause,
      });
    }
  };
}
