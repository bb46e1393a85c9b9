import { computed, signal } from '@preact/signals';
import { ApiError, get } from './api.ts';
import { dayOf } from './format.ts';
import type { Overview } from './types.ts';

/** All counts and the clock, or null before the first response. */
export const overview = signal<Overview | null>(null);

/**
 * Access of this page to the gateway: `asking` until known, and `refused` if the gateway requires a token that the user
 * has not entered.
 */
export const access = signal<'asking' | 'granted' | 'refused'>('asking');
/** True if the event stream is connected. */
export const connected = signal(true);

/** Number that increases when any data may have changed, so dependent views reload. */
export const changed = signal(0);

/** Number that increases like `changed` but less often, for long responses. */
export const changedSlowly = signal(0);
const slowMs = 3_000;
let slowSoon = false;

export function tellChanged(): void {
  changed.value++;
  if (slowSoon) return;
  slowSoon = true;
  setTimeout(() => {
    slowSoon = false;
    changedSlowly.value++;
  }, slowMs);
}

/** The gateway's time in the last overview, with the page's clock at that time. */
const seen = signal<{ readonly gateway: number; readonly page: number }>({ gateway: Date.now(), page: 0 });
/** The page's clock, updated every second, so the page shows the current time. */
export const pageTime = signal(0);

/** Gateway time in epoch milliseconds. */
export const now = computed(() => {
  const { gateway, page } = seen.value;
  return overview.value?.mode === 'running' ? gateway + Math.max(0, pageTime.value - page) : gateway;
});

/** Gateway date. Separate from the time, because it changes less often. */
export const today = computed(() => dayOf(now.value));

/** One line with the result of the last action. */
export interface Notice {
  readonly text: string;
  readonly kind: 'done' | 'problem';
}

/** Current message, or null after five seconds. */
export const notice = signal<Notice | null>(null);
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for five seconds. Replaces the previous message. */
export function tell(text: string, kind: Notice['kind'] = 'done'): void {
  clearTimeout(noticeTimer);
  notice.value = { text, kind };
  noticeTimer = setTimeout(() => {
    notice.value = null;
  }, 5_000);
}

/**
 * Runs an action and shows its result or error.
 *
 * @param done success message, which can depend on the result
 */
export async function attempt<T>(
  done: string | ((outcome: T) => string | Notice),
  work: () => Promise<T>,
): Promise<boolean> {
  try {
    const outcome = await work();
    const told = typeof done === 'string' ? done : done(outcome);
    if (typeof told === 'string') tell(told);
    else tell(told.text, told.kind);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) access.value = 'refused';
    tell(error instanceof Error ? error.message : String(error), 'problem');
    return false;
  }
}

export async function refreshOverview(): Promise<void> {
  const view = await get<Overview>('/overview');
  overview.value = view;
  pageTime.value = performance.now();
  seen.value = { gateway: Date.parse(view.now), page: performance.now() };
}
