import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { change } from '../live.ts';
import { hrefOf } from '../route.ts';
import type { Merchant, TestedCallback } from '../types.ts';
import { AttemptLine } from './callback-detail.tsx';
import { MessageText } from './raw.tsx';

const formats = { json: 'JSON', form: 'form' } as const;

export interface TestEndpointProps {
  readonly merchant: Merchant;
  readonly path: string;
}

/** "Test endpoint" of the merchant dashboard (spec: Delivery rules 6), with the reason for a rejected format. */
export function TestEndpoint({ merchant, path }: TestEndpointProps) {
  const [result, setResult] = useState<TestedCallback | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    setResult(null);
    await change(told, async () => {
      const tested = await call<TestedCallback>('POST', `${path}/test-callback`);
      setResult(tested);
      return tested;
    });
    setBusy(false);
  };
  const saved = merchant.callbackUrl !== null;
  return (
    <section class="card" aria-labelledby="test-title">
      <h2 id="test-title">Test endpoint</h2>
      <p class="quiet">
        Sends a signed test callback with <code>test</code> = true, once as JSON and once as a form. Later
        callbacks use the accepted format. If the endpoint accepts neither format, the saved format stays
        unchanged.
      </p>
      <p class="quiet">
        The gateway signs the JSON value <code>true</code> as <code>true</code>. Python’s{' '}
        <code>str(True)</code> is <code>True</code> and PHP’s <code>(string) true</code> is <code>1</code>, so
        write booleans as <code>true</code> or <code>false</code> before you verify the signature.
      </p>
      <p>
        <button type="button" disabled={!saved || busy} onClick={test}>
          {busy ? 'Testing…' : 'Test endpoint'}
        </button>{' '}
        {!saved && <span class="quiet">Save a callback URL first.</span>}
      </p>
      {result !== null && <Result result={result} url={merchant.callbackUrl} />}
    </section>
  );
}

function told({ acceptedFormat }: TestedCallback) {
  if (acceptedFormat === null)
    return { text: 'The endpoint accepted neither format.', kind: 'problem' } as const;
  return 'The endpoint accepted the test callback.';
}

interface ResultProps {
  readonly result: TestedCallback;
  readonly url: string | null;
}

function Result({ result, url }: ResultProps) {
  const { acceptedFormat } = result;
  return (
    <div aria-live="polite">
      <p class={acceptedFormat === null ? 'verdict ill' : 'verdict well'}>
        {acceptedFormat === null
          ? 'The endpoint accepted neither format. The saved format stays unchanged.'
          : `Accepted as ${formats[acceptedFormat]}. Later callbacks use this format.`}
      </p>
      {result.advice !== null && <p class="note">{result.advice}</p>}
      {(['json', 'form'] as const).map((format) => (
        <Tested key={format} title={formats[format]} attempt={result[format]} url={url} />
      ))}
    </div>
  );
}

interface TestedProps {
  readonly title: string;
  readonly attempt: TestedCallback['json'];
  readonly url: string | null;
}

/** Result of one format, with the response and the reason for a failure. */
function Tested({ title, attempt: one, url }: TestedProps) {
  const { status, ok, reason, responseBody, callbackId } = one;
  return (
    <section>
      <h3>
        {title}: {ok ? 'accepted' : 'not accepted'}
      </h3>
      <p>
        <a href={hrefOf({ view: 'callbacks', id: callbackId })}>Message and signed string</a>
      </p>
      <ol class="lines">
        <AttemptLine attempt={one} usual={url} />
      </ol>
      {responseBody !== null && (
        <MessageText
          title="Response"
          message={{ line: String(status), headers: [], body: responseBody, note: ok ? null : reason }}
        />
      )}
    </section>
  );
}
