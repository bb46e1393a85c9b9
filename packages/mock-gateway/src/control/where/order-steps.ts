import { v1ErrorInfo, v3ErrorInfo } from '@inrgate/sdk/internal';
import { excerptOf } from '../../log/shown-request.ts';
import type { ControlResponse } from '../responses/responses.ts';

/** One event of an order. `broken` is true if the event failed and no later step has fixed it. */
export type Step = ControlResponse<'Where'>['timeline'][number];
type Broken = NonNullable<Step['broken']>;
type Request = ControlResponse<'Request'>;
type Entry = ControlResponse<'TimelineEntry'>;
type CallbackEntry = Extract<Entry, { readonly type: 'callback' }>;
type AttemptEntry = Extract<Entry, { readonly type: 'attempt' }>;

/**
 * The requests about an order, oldest first. A failed request counts as broken unless a later request to the same
 * endpoint succeeds.
 */
export function requestSteps(requests: readonly Request[]): readonly Step[] {
  return requests.map((request, at) => {
    const { time, endpoint, path, status, error, fault } = request;
    const result = `${endpoint ?? path} returned ${status}${error === null ? '' : ` ${error}`}`;
    const what = fault === null ? result : `${result} (${fault.id}: ${fault.note})`;
    const ok = arrived(request);
    const isRepaired = requests.slice(at + 1).some((later) => later.endpoint === endpoint && arrived(later));
    const broken = ok || isRepaired ? null : { what, fix: fixOf(request) };
    return { at: time, source: 'request', what, ok, broken };
  });
}

/** True if the client received a success. A delay only makes it late. */
function arrived({ status, fault }: Request): boolean {
  return status < 400 && (fault === null || fault.kind === 'delay');
}

function fixOf({ id, path, status, error, fault }: Request): string {
  if (fault !== null && fault.kind !== 'delay')
    return 'An injected fault affected this request. See `inrgate mock fault list`. Send the same request again.';
  if (error === 'invalid_signature')
    return `To find the mistake in the signature, run: inrgate mock requests get ${id}`;
  const info = path.startsWith('/v1/') ? v1ErrorInfo(error ?? '', status) : v3ErrorInfo(error ?? '');
  if (info !== undefined) return info.fix;
  return status >= 500 ? 'Send the same request again.' : 'Correct the request, then send the request again.';
}

interface OrderContext {
  readonly order: string;
  /** Warning about a callback URL that a request has under a name that v3 does not read. */
  readonly unread: string | undefined;
}

/** State changes, ledger entries, callbacks and attempts, oldest first. */
export function timelineSteps(timeline: readonly Entry[], { order, unread }: OrderContext): readonly Step[] {
  const callbacks = timeline.filter((entry) => entry.type === 'callback');
  const attempts = timeline.filter((entry) => entry.type === 'attempt');
  return timeline.map((entry): Step => {
    switch (entry.type) {
      case 'move':
        return fine(entry.at, moveText(entry));
      case 'ledger':
        return fine(entry.at, `ledger: ${entry.kind} ${postingsText(entry)}`);
      case 'callback':
        return callbackStep(entry, {
          order,
          unread,
          isSuperseded: callbacks
            .slice(callbacks.indexOf(entry) + 1)
            .some(({ state }) => state === 'delivered'),
        });
      default:
        return attemptStep(entry, {
          callback: callbacks.find(({ id }) => id === entry.callbackId),
          isLast: attempts.findLast(({ callbackId }) => callbackId === entry.callbackId) === entry,
          order,
        });
    }
  });
}

function fine(at: string, what: string): Step {
  return { at, source: 'order', what, ok: true, broken: null };
}

function failed(at: string, what: string, broken: Broken | null): Step {
  return { at, source: 'order', what, ok: false, broken };
}

function moveText({ from, to, by }: Extract<Entry, { readonly type: 'move' }>): string {
  return from === null ? `created, ${to}` : `${from} -> ${to}, by the ${by}`;
}

function postingsText({ postings }: Extract<Entry, { readonly type: 'ledger' }>): string {
  return postings.map(({ account, amount }) => `${account} ${amount}`).join(', ');
}

function callbackStep(
  { at, event, state }: CallbackEntry,
  { order, unread, isSuperseded }: OrderContext & { readonly isSuperseded: boolean },
): Step {
  const what = `callback ${event}, ${state}`;
  if (state !== 'undeliverable') return fine(at, what);
  // A re-send delivers the latest callback, so the shop has the newer state.
  if (isSuperseded) return failed(at, what, null);
  const save = `Save a callback URL, then re-send the callback: inrgate mock resend ${order}`;
  const fix = unread === undefined ? save : `${unread} ${save}`;
  return failed(at, what, { what: `the callback ${event} has no URL`, fix });
}

interface AttemptContext {
  readonly callback: CallbackEntry | undefined;
  readonly isLast: boolean;
  readonly order: string;
}

function attemptStep(attempt: AttemptEntry, { callback, isLast, order }: AttemptContext): Step {
  const { at, ok } = attempt;
  const what = attemptText(attempt);
  if (ok) return fine(at, what);
  if (!isLast || callback?.state === 'delivered') return failed(at, what, null);
  const next = callback?.nextAttemptAt ?? null;
  const again =
    next === null
      ? `Then re-send the callback: inrgate mock resend ${order}`
      : `The next attempt is at ${next}.`;
  return failed(at, what, { what, fix: `${endpointFix(attempt)} ${again}` });
}

function attemptText({ event, number, manual, url, status, reason, responseBody }: AttemptEntry): string {
  const name = `${manual ? 're-send' : `attempt ${number}`} of the callback ${event}`;
  const outcome = status === null ? 'no response' : `status ${status}`;
  // The reason of a rejecting status begins with it.
  const why = reason?.startsWith(outcome) ? reason.slice(outcome.length) : reason && `, ${reason}`;
  const body = reason !== null && responseBody ? `; the response was "${excerptOf(responseBody)}"` : '';
  return `${name} to ${url}: ${outcome}${why ?? ''}${body}`;
}

/** Acknowledged attempts with an unusual response. */
export function suspicions(timeline: readonly Entry[]): readonly string[] {
  return timeline.flatMap((entry) =>
    entry.type === 'attempt' && entry.ok && entry.reason !== null
      ? [`The response to the callback ${entry.event} was ${entry.reason}.`]
      : [],
  );
}

function endpointFix({ status, url, fault }: AttemptEntry): string {
  if (fault !== null) return 'An injected fault affected this attempt. See `inrgate mock fault list`.';
  if (status === null) return `Start the server at ${url}, and make it respond within 8 seconds.`;
  if (status >= 300 && status < 400)
    return 'Respond at this URL without a redirect. The gateway does not follow redirects.';
  if (status === 401 || status === 403 || status === 419)
    return 'Exempt the callback path from login and CSRF checks. Verify the callback with the correct key.';
  if (status === 200) return 'Return exactly the plain text success.';
  return 'Return status 200 with the plain text success. Read the log of your server to find the cause.';
}
