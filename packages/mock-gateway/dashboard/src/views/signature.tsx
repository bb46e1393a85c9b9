import { visible } from '../format.ts';
import { CopyButton } from '../parts/copy-as.tsx';
import { Field, Fields } from '../parts/fields.tsx';
import type { CallbackInFull, RequestInFull } from '../types.ts';
import { Messages, type OrderMessages } from './messages.tsx';

/** What was signed, of every request and callback of an order. */
export function OrderSignatures(messages: OrderMessages) {
  return (
    <Messages
      {...messages}
      none="Nothing of it is in the request log, and no callback was made."
      request={(request) => <RequestSignature request={request} />}
      callback={(callback) => <CallbackSignature callback={callback} />}
    />
  );
}

/** Right, wrong with the diagnosis, or not looked at because something before it was refused. */
export function RequestSignature({
  request: { signature, diagnosis, error },
}: {
  readonly request: RequestInFull;
}) {
  if (signature === null) return <p class="quiet">The request had no signature.</p>;
  if (diagnosis !== null) return <Diagnosis diagnosis={diagnosis} />;
  return (
    <>
      <p class={signature.key === null ? 'verdict' : 'verdict well'}>
        {signature.key === null
          ? `It was not looked at, or made with the other key: the request was refused as ${error ?? 'unreadable'}.`
          : `Right, made with ${signature.key}.`}
      </p>
      <Canonical text={signature.canonical} received={signature.received} />
    </>
  );
}

function Diagnosis({ diagnosis }: { readonly diagnosis: NonNullable<RequestInFull['diagnosis']> }) {
  const { canonical, received, hint, alternative } = diagnosis;
  return (
    <>
      <p class="verdict ill">The signature is wrong: it is not that of this text.</p>
      <Canonical text={canonical} received={received} />
      {alternative !== undefined && (
        <>
          <h3>The alternative signature’s text</h3>
          <pre class="canonical">{visible(alternative)}</pre>
        </>
      )}
      <p class="verdict">{hint}</p>
      <p class="quiet">
        <code>inrgate sign</code> with the same parameters shows the text that it signs, and its signature.
      </p>
    </>
  );
}

export function CallbackSignature({ callback: { signature } }: { readonly callback: CallbackInFull }) {
  return (
    <>
      <p class="verdict">
        Made with {signature.key}; the receiver makes the digest of this text and compares.
      </p>
      <Canonical text={signature.canonical} received={signature.received} />
    </>
  );
}

interface CanonicalProps {
  readonly text: string;
  readonly received: string;
}

/** The text whose MD5 is the signature, one parameter a line for reading; it is copied as it is signed. */
function Canonical({ text, received }: CanonicalProps) {
  return (
    <>
      <h3>
        The signed text, key masked <CopyButton text={text} />
      </h3>
      <pre class="canonical">{visible(text)}</pre>
      <Fields>
        <Field name="sign" mono>
          {received}
        </Field>
      </Fields>
    </>
  );
}
