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

type Wrong = NonNullable<RequestInFull['diagnosis']>;

function Diagnosis({ diagnosis }: { readonly diagnosis: Wrong }) {
  const { canonical, received, summary, alternative, mistakes, difference } = diagnosis;
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
      <p class="verdict">{summary}</p>
      {difference.length > 0 && <Difference segments={difference} />}
      {mistakes.map((mistake) => (
        <Fix key={mistake.id} mistake={mistake} />
      ))}
      {mistakes.length === 0 && (
        <p class="quiet">
          <code>inrgate explain --base-string FILE</code> compares the text that you signed with this one.
        </p>
      )}
    </>
  );
}

/** The right text and the signed one, laid over each other. */
function Difference({ segments }: { readonly segments: Wrong['difference'] }) {
  return (
    <>
      <h3>What was signed, against the right text</h3>
      <pre class="canonical">
        {segments.map(({ kind, text }, index) => {
          const shown = visible(text);
          if (kind === 'same') return shown;
          // Marks for whoever does not see colours, too.
          return kind === 'added' ? <ins key={index}>{shown}</ins> : <del key={index}>{shown}</del>;
        })}
      </pre>
      <p class="quiet">Underlined: signed, and too much. Struck through: missing from what was signed.</p>
    </>
  );
}

/** What to do about one mistake, in the words of each language. */
function Fix({ mistake: { title, fix, fixes } }: { readonly mistake: Wrong['mistakes'][number] }) {
  return (
    <>
      <h3>{title}</h3>
      <p>{fix}</p>
      {Object.entries(fixes).map(([language, code]) => (
        <details key={language} class="unfolding">
          <summary>{languages[language as keyof typeof fixes]}</summary>
          <pre>{code}</pre>
        </details>
      ))}
    </>
  );
}

const languages: Readonly<Record<keyof Wrong['mistakes'][number]['fixes'], string>> = {
  php: 'PHP',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  node: 'Node',
  shell: 'Shell',
};

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
