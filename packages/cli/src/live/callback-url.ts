import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import type { Output } from '../output/output.ts';
import { shellWord } from '../output/shell-word.ts';

/** Temporary callback URL of a merchant on the mock gateway. */
export interface SetUrl {
  /**
   * Restores the previous URL, unless another client has changed the URL in the meantime.
   *
   * @throws {ControlApiError} with the command that restores the URL manually
   */
  restore(): Promise<void>;
}

export interface Wanted {
  readonly mchId: string;
  readonly url: string;
  readonly output: Output;
}

export async function setCallbackUrl(
  control: ControlClient,
  { mchId, url, output }: Wanted,
): Promise<SetUrl> {
  const saved = async () => (await control.get('/merchants/:id', { id: mchId })).callbackUrl;
  const save = (callbackUrl: string | null) =>
    control.patch('/merchants/:id', { id: mchId, body: { callbackUrl } });
  const before = await saved();
  await save(url);
  output.note(`set the callback URL of ${mchId} to ${url} until listen stops (before: ${before ?? 'none'})`);
  return {
    async restore() {
      try {
        const callbackUrl = await saved();
        if (callbackUrl !== url) {
          output.note(
            `another client changed the callback URL of ${mchId} to ${callbackUrl ?? 'none'}, so listen does not restore it`,
          );
          return;
        }
        await save(before);
        output.note(`restored the callback URL of ${mchId}: ${before ?? 'none'}`);
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
  return new ControlApiError(`the callback URL could not be restored: ${why}. Run ${byHand}`, {
    ...facts,
    cause,
  });
}
