import { computed, signal } from '@preact/signals';
import { ApiError, get } from './api.ts';
import { dayOf } from './format.ts';
import type { Overview } from './types.ts';

/** How many there are of everything, and the clock; null before the first answer. */
export const overview = signal<Overview | null>(null);

/** Whether the gateway answers this page: `refused` until the token that it wants is given, `asking` before it is known. */
export const access = signal<'asking' | 'granted' | 'refused'>('asking');
/** Whether the event stream is followed now. */
export const connected = signal(true);

/** Counts up whenever something may have changed: what depends on it asks again. */
export const changed = signal(0);

/** The same, but seldom: for answers that are long. */
export const changedSlowly = signal(0);
const slowMs = 3_000;
let slowSoon = false;

/** Something may have changed. */
export function tellChanged(): void {
  changed.value++;
  if (slowSoon) return;
  slowSoon = true;
  setTimeout(() => {
    slowSoon = false;
    changedSlowly.value++;
  }, slowMs);
}

/** The gateway's time at the moment of the last overview, and the page's clock then. */
const seen = signal<{ readonly gateway: number; readonly page: number }>({ gateway: Date.now(), page: 0 });
/** The page's clock, read every second, so that a running clock is seen to run. */
export const pageTime = signal(0);

/** What time it is at the gateway, epoch ms. */
export const now = computed(() => {
  const { gateway, page } = seen.value;
  return overview.value?.mode === 'running' ? gateway + Math.max(0, pageTime.value - page) : gateway;
});

/** What day it is there; unlike the time, it seldom changes what depends on it. */
export const today = computed(() => dayOf(now.value));

/** Says in one line what just happened, or did not. */
export interface Notice {
  readonly text: string;
  readonly kind: 'done' | 'problem';
}

/** What is told at the moment; null after five seconds. */
export const notice = signal<Notice | null>(null);
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows it for five seconds, in the place of what was told before. */
export function tell(text: string, kind: Notice['kind'] = 'done'): void {
  clearTimeout(noticeTimer);
  notice.value = { text, kind };
  noticeTimer = setTimeout(() => {
    notice.value = null;
  }, 5_000);
}

/**
 * Does it, and tells what it came to; a refusal is told as the gateway words it.
 *
 * @param done what is told then, which may depend on what came of it
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
