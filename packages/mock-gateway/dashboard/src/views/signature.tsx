import { visible } from '../format.ts';
import { checkLanguages } from '../found.ts';
import { CopyButton } from '../parts/copy-as.tsx';
import { Fields, MonoFields } from '../parts/fields.tsx';
import type { CallbackInFull, RequestInFull } from '../types.ts';
import { Messages, type OrderMessages } from './messages.tsx';

/** Signed strings of every request and callback of an order. */
export function OrderSignatures(messages: OrderMessages) {
  return (
    <Messages
      {...messages}
      none="The request log does not contain this request, and the gateway created no callback."
      request={(request) => <RequestSignature request={request} />}
      callback={(callback) => <CallbackSignature callback={callback} />}
    />
  );
}

/**
 * Signature of a request: correct, wrong with the diagnosis, or not verified because an earlier check rejected the
 * request.
 */
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
          ? `Not verified: the gateway rejected the request (${error ?? 'unreadable'}) before the check, or because of the other key.`
          : `Correct, made with ${signature.key}.`}
      </p>
      <Canonical text={signature.canonical} received={signature.received} isSigned={signature.key !== null} />
    </>
  );
}

type Wrong = NonNullable<RequestInFull['diagnosis']>;

function Diagnosis({ diagnosis }: { readonly diagnosis: Wrong }) {
  const { canonical, received, summary, alternative, mistakes, difference } = diagnosis;
  return (
    <>
      <p class="verdict ill">The signature is wrong. It does not match this string.</p>
      <Canonical text={canonical} received={received} isSigned={false} />
      {alternative !== undefined && (
        <>
          <h3>String of the alternative signature</h3>
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
          <code>inrgate explain --base-string FILE</code> compares the string that you signed with this
          string.
        </p>
      )}
    </>
  );
}

/**
 * Differences between the signed and the correct string. Deletions are struck through, and insertions are underlined.
 */
function Difference({ segments }: { readonly segments: Wrong['difference'] }) {
  if (isReordered(segments)) return <Reordered segments={segments} />;
  return (
    <>
      <h3>Signed string compared with the correct string</h3>
      <pre class="canonical">
        {segments.map(({ kind, text }, index) => {
          const shown = visible(text);
          if (kind === 'same') return shown;
          // The elements make the differences visible even without colours.
          return kind === 'added' ? <del key={index}>{shown}</del> : <ins key={index}>{shown}</ins>;
        })}
      </pre>
      <p class="quiet">
        <span class="canonical">
          <del>Struck through</del>
        </span>
        : signed, but not part of the correct string.{' '}
        <span class="canonical">
          <ins>Underlined</ins>
        </span>
        : missing from the signed string.
      </p>
    </>
  );
}

/** Shows that the parameters are the same in another order, because there is no difference to mark. */
function Reordered({ segments }: { readonly segments: Wrong['difference'] }) {
  return (
    <>
      <h3>Signed string: the same parameters in another order</h3>
      <pre class="canonical">{visible(without('removed', segments))}</pre>
    </>
  );
}

function isReordered(segments: Wrong['difference']): boolean {
  const sorted = (text: string) => text.split('&').sort().join('&');
  return sorted(without('added', segments)) === sorted(without('removed', segments));
}

function without(left: 'added' | 'removed', segments: Wrong['difference']): string {
  return segments.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');
}

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
  ...checkLanguages,
  shell: 'Shell',
};

export function CallbackSignature({ callback: { signature } }: { readonly callback: CallbackInFull }) {
  return (
    <>
      <p class="verdict">
        Signed with {signature.key}. The receiver computes the digest of this string and compares the digest
        with the sign.
      </p>
      <Canonical text={signature.canonical} received={signature.received} />
    </>
  );
}

interface CanonicalProps {
  readonly text: string;
  readonly received: string;
  /** True for the signed string, false for the correct string. */
  readonly isSigned?: boolean;
}

/** The string that the signature hashes, with one parameter per line. The copy button copies the exact string. */
function Canonical({ text, received, isSigned = true }: CanonicalProps) {
  return (
    <>
      <h3>
        {isSigned ? 'Signed string' : 'String to sign'}, key masked <CopyButton text={text} />
      </h3>
      <pre class="canonical">{visible(text)}</pre>
      <Fields>
        <MonoFields of={{ sign: received }} />
      </Fields>
    </>
  );
}
