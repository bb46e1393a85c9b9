import { useState } from 'preact/hooks';
import { get } from '../api.ts';
import { plural } from '../format.ts';
import { download } from '../parts/download.ts';
import { parseSearch } from '../search.ts';
import { attempt } from '../store.ts';
import type { Har } from '../types.ts';

/**
 * Button that saves the request log with the current search as HAR, for a browser's developer tools or another program.
 */
export function SaveHar({ query }: { readonly query: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await attempt(told, async () => {
      const har = await get<Har>('/requests.har', { query: parseSearch('requests', query).filter });
      download(har, 'requests.har');
      return har;
    });
    setBusy(false);
  };
  return (
    <button
      type="button"
      disabled={busy}
      title="For a browser’s developer tools. Keys, signatures and personal data are masked."
      onClick={save}
    >
      Save as HAR
    </button>
  );
}

function told({ log }: Har): string {
  const { length } = log.entries;
  return `requests.har has ${plural(length, 'request')}${length === 1 ? '' : ', the oldest first'}.`;
}
