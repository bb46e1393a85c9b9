import { effect } from '@preact/signals';
import { ApiError } from './api.ts';
import { followEvents } from './events.ts';
import { openList, patchStatus, refreshList } from './lists.ts';
import { isList, route } from './route.ts';
import { access, attempt, connected, type Notice, pageTime, refreshOverview, tellChanged } from './store.ts';
import type { GatewayEvent } from './types.ts';

/** Milliseconds during which a burst of events is combined. A user does not notice this delay. */
const gatherMs = 60;
/** Minimum milliseconds between two requests to the gateway. */
const restMs = 500;

let restUntil = 0;
let state: 'quiet' | 'waiting' | 'asking' = 'quiet';
let again = false;

/** Schedules a refresh of all visible data. Several calls in a short time cause one refresh. */
function refreshSoon(): void {
  if (state === 'asking') again = true;
  if (state !== 'quiet') return;
  state = 'waiting';
  setTimeout(() => void refresh(), Math.max(gatherMs, restUntil - performance.now()));
}

async function refresh(): Promise<void> {
  state = 'asking';
  await refreshNow();
  state = 'quiet';
  restUntil = performance.now() + restMs;
  if (again) {
    again = false;
    refreshSoon();
  }
}

/** Refreshes immediately after an action of the user. */
export async function refreshNow(): Promise<void> {
  await Promise.all([checkAccess(), isList(route.peek().view) ? refreshList() : null]);
  tellChanged();
}

/** Like `attempt`, for an action that changes data. After the action, refreshes the page. */
export function change<T>(
  done: string | ((outcome: T) => string | Notice),
  work: () => Promise<T>,
): Promise<boolean> {
  return attempt(done, async () => {
    const outcome = await work();
    await refreshNow();
    return outcome;
  });
}

/** Fetches the time and the counts. A 401 means that the gateway requires a token. */
async function checkAccess(): Promise<void> {
  try {
    await refreshOverview();
    access.value = 'granted';
  } catch (error) {
    // After any other error, the gateway may respond later, so continue to the event stream.
    if (error instanceof ApiError && error.status === 401) access.value = 'refused';
  }
}

const listOf = { payin: 'payins', link: 'links', payout: 'payouts' } as const;

function onEvent({ type, data }: GatewayEvent): void {
  if (type === 'order') {
    const { kind, orderNo, status } = data;
    patchStatus(listOf[kind as keyof typeof listOf], String(orderNo), String(status));
  }
  refreshSoon();
}

/** Shows the list in the URL. */
function followRoute(): void {
  let shown = '';
  effect(() => {
    const { view, query } = route.value;
    const wanted = `${view}?${query}`;
    if (!isList(view) || wanted === shown) return;
    shown = wanted;
    void openList(view, query);
  });
}

/** Connects to the gateway and follows its events until the user closes the page. */
export async function start(): Promise<void> {
  setInterval(() => {
    pageTime.value = performance.now();
  }, 1_000);
  await checkAccess();
  if (access.value === 'refused') return;
  followRoute();
  void followEvents({
    connected: () => {
      connected.value = true;
      refreshSoon();
    },
    disconnected: () => {
      connected.value = false;
    },
    event: onEvent,
  });
}
