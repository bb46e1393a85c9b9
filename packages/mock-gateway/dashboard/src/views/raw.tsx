import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { pretty } from '../format.ts';
import { CopyButton } from '../parts/copy-as.tsx';
import { Failure } from '../parts/failure.tsx';
import { HttpStatus } from '../parts/status.tsx';
import type { Attempt, Callback, CallbackInFull, LoggedRequest, Message, RequestInFull } from '../types.ts';

export interface OrderMessages {
  readonly requests: readonly LoggedRequest[];
  readonly callbacks: readonly Callback[];
}

/** The requests and callbacks of an order, each as it went over the wire. */
export function OrderRaw({ requests, callbacks }: OrderMessages) {
  if (requests.length + callbacks.length === 0) {
    return (
      <p class="quiet">The request log has nothing of it: the log keeps the last requests, in memory.</p>
    );
  }
  return (
    <>
      {requests.toReversed().map(({ id, method, path, status }, index) => (
        <Unfolding key={id} open={index === 0} title={`${method} ${path}`} status={status}>
          {() => <RequestRaw id={id} />}
        </Unfolding>
      ))}
      {callbacks.toReversed().map(({ id, event, attempts }) => (
        <Unfolding key={id} title={`callback ${event}`} status={attempts.at(-1)?.status ?? null}>
          {() => <CallbackRaw id={id} />}
        </Unfolding>
      ))}
    </>
  );
}

interface UnfoldingProps {
  readonly title: string;
  readonly status: number | null;
  readonly open?: boolean;
  readonly children: () => ComponentChildren;
}

/** What is inside is fetched once it is looked at. */
export function Unfolding({ title, status, open = false, children }: UnfoldingProps) {
  const [seen, setSeen] = useState(open);
  return (
    <details class="unfolding" open={open} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>
        <span class="mono">{title}</span> <HttpStatus of={status} />
      </summary>
      {seen && children()}
    </details>
  );
}

function RequestRaw({ id }: { readonly id: string }) {
  const { data, error } = useAnswer<RequestInFull>(`/requests/${segment(id)}`);
  if (error !== null) return <Failure text={error} />;
  return data === null ? null : <Exchange {...data.exchange} />;
}

export function Exchange({ request, response }: RequestInFull['exchange']) {
  return (
    <>
      <MessageText title="Request" message={request} />
      <MessageText title="Answer" message={response} />
    </>
  );
}

function CallbackRaw({ id }: { readonly id: string }) {
  const { data, error } = useAnswer<CallbackInFull>(`/callbacks/${segment(id)}`);
  if (error !== null) return <Failure text={error} />;
  return data === null ? null : <CallbackMessages callback={data} />;
}

/** The one request, which every attempt repeats byte by byte, and what each of them was answered. */
export function CallbackMessages({ callback }: { readonly callback: CallbackInFull }) {
  const { url, headers, body, attempts, answers } = callback;
  return (
    <>
      <MessageText
        title="Request"
        message={{ line: `POST ${url ?? 'nowhere'}`, headers, body, note: null }}
      />
      {attempts.map((attempt) => (
        <MessageText
          key={attempt.number}
          title={`Answer to attempt ${attempt.number}`}
          message={answerOf(attempt, answers)}
        />
      ))}
    </>
  );
}

function answerOf(attempt: Attempt, answers: CallbackInFull['answers']): Message {
  const { number, status, responseBody, reason } = attempt;
  return {
    line: status === null ? 'no answer' : String(status),
    headers: answers.find((answer) => answer.number === number)?.headers ?? [],
    body: responseBody ?? '',
    note: reason,
  };
}

interface MessageTextProps {
  readonly title: string;
  readonly message: Message;
}

export function MessageText({ title, message: { line, headers, body, note } }: MessageTextProps) {
  const head = [line, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return (
    <section class="message">
      <h3>
        {title} <CopyButton text={`${head}\n\n${body}`} />
      </h3>
      <pre>
        <b>{head}</b>
        {body !== '' && `\n\n${pretty(body)}`}
      </pre>
      {note !== null && <p class="note">{note}</p>}
    </section>
  );
}
