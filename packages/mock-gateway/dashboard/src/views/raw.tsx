import { pretty, visible } from '../format.ts';
import { CopyButton } from '../parts/copy-as.tsx';
import type { Attempt, CallbackInFull, Message, RequestInFull } from '../types.ts';
import { Messages, type OrderMessages } from './messages.tsx';

/** The requests and callbacks of an order as they were sent. */
export function OrderRaw(messages: OrderMessages) {
  return (
    <Messages
      {...messages}
      none="The request log no longer contains this request. The log stores only the latest requests in memory."
      request={({ exchange }) => <Exchange {...exchange} />}
      callback={(callback) => <CallbackMessages callback={callback} />}
    />
  );
}

export function Exchange({ request, response }: RequestInFull['exchange']) {
  return (
    <>
      <MessageText title="Request" message={request} />
      <MessageText title="Response" message={response} />
    </>
  );
}

/** The request and each response. Every attempt repeats the request's bytes unless a fault changes them. */
export function CallbackMessages({ callback }: { readonly callback: CallbackInFull }) {
  const { url, headers, body, attempts, answers } = callback;
  return (
    <>
      <MessageText
        title="Request"
        message={{ line: `POST ${url ?? 'nowhere'}`, headers, body, note: null }}
      />
      {attempts.map((attempt) => (
        <AttemptMessages key={attempt.number} attempt={attempt} answers={answers} />
      ))}
    </>
  );
}

interface AttemptMessagesProps {
  readonly attempt: Attempt;
  readonly answers: CallbackInFull['answers'];
}

function AttemptMessages({ attempt, answers }: AttemptMessagesProps) {
  const { number, url, fault } = attempt;
  return (
    <>
      {fault !== null && (
        <MessageText
          title={`Altered body of attempt ${number}`}
          message={{
            line:
              fault.sent === 0 ? 'nothing' : `POST ${url}${fault.sent > 1 ? `, ${fault.sent} times` : ''}`,
            headers: [],
            body: fault.sentBody ?? '',
            note: fault.note,
          }}
        />
      )}
      <MessageText title={`Response to attempt ${number}`} message={answerOf(attempt, answers)} />
    </>
  );
}

function answerOf(attempt: Attempt, answers: CallbackInFull['answers']): Message {
  const { number, status, responseBody, reason } = attempt;
  return {
    line: status === null ? 'no response' : String(status),
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
        <b>{visible(head)}</b>
        {body !== '' && `\n\n${visible(pretty(body))}`}
      </pre>
      {note !== null && <p class="note">{note}</p>}
    </section>
  );
}
