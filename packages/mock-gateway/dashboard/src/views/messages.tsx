import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { Failure } from '../parts/failure.tsx';
import { HttpStatus } from '../parts/status.tsx';
import type { Callback, CallbackInFull, LoggedRequest, RequestInFull } from '../types.ts';

export interface OrderMessages {
  readonly requests: readonly LoggedRequest[];
  readonly callbacks: readonly Callback[];
}

interface MessagesProps extends OrderMessages {
  readonly none: string;
  readonly request: (request: RequestInFull) => ComponentChildren;
  readonly callback: (callback: CallbackInFull) => ComponentChildren;
}

/** The requests and callbacks of an order, oldest first. Each entry can be expanded. */
export function Messages({ requests, callbacks, none, request, callback }: MessagesProps) {
  if (requests.length + callbacks.length === 0) return <p class="quiet">{none}</p>;
  return (
    <>
      {requests.toReversed().map(({ id, method, path, status, fault }, index) => (
        <Unfolding key={id} open={index === 0} title={`${method} ${path}`} status={status} note={fault?.note}>
          {() => <Fetched path={`/requests/${segment(id)}`} show={request} />}
        </Unfolding>
      ))}
      {callbacks.toReversed().map(({ id, event, attempts }) => (
        <Unfolding key={id} title={`callback ${event}`} status={attempts.at(-1)?.status ?? null}>
          {() => <Fetched path={`/callbacks/${segment(id)}`} show={callback} />}
        </Unfolding>
      ))}
    </>
  );
}

interface UnfoldingProps {
  readonly title: string;
  readonly status: number | null;
  readonly note?: string | undefined;
  readonly open?: boolean;
  readonly children: () => ComponentChildren;
}

/** A section that fetches its content when the user opens it. */
function Unfolding({ title, status, note, open = false, children }: UnfoldingProps) {
  const [seen, setSeen] = useState(open);
  return (
    <details class="unfolding" open={open} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>
        <span class="mono">{title}</span> <HttpStatus of={status} /> {note}
      </summary>
      {seen && children()}
    </details>
  );
}

interface FetchedProps<T> {
  readonly path: string;
  readonly show: (data: T) => ComponentChildren;
}

function Fetched<T>({ path, show }: FetchedProps<T>) {
  const { data, error } = useAnswer<T>(path);
  if (error !== null) return <Failure text={error} />;
  return data === null ? null : show(data);
}
