import { idOf, list, loadMore } from './lists.ts';
import { closePane } from './pane.ts';
import { go, isList, route } from './route.ts';
import { isRailOpen, toggleRail } from './views/rail.tsx';

/** Selector of elements in which a key types a letter instead of running a shortcut. */
const typing = 'input, textarea, select, [contenteditable]';

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null)
    return;
  if (event.target instanceof Element && event.target.matches(typing)) return;
  if (event.key === 'Enter' && openAimed()) event.preventDefault();
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

const keys: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  Escape: close,
};

/**
 * Moves the focus to the link of the next or previous row. Enter opens the row. If a detail view is open, it shows the
 * focused row.
 */
function step(by: 1 | -1): void {
  const { view, id, tab, query } = route.value;
  if (!isList(view)) return;
  const { items, kind } = list.value;
  const focused = aimedAt ?? document.activeElement?.getAttribute('data-row') ?? null;
  const open = id === null ? -1 : items.findIndex((row) => idOf(kind, row) === id);
  const from = focused === null ? open : Number(focused);
  const to = Math.min(Math.max(from + by, 0), items.length - 1);
  const row = items[to];
  if (row === undefined) return;
  if (to === items.length - 1) void loadMore();
  if (id !== null) go({ view, id: idOf(kind, row), tab, query }, { replace: true });
  focusRow(to);
}

/** The row to focus in the next frame, or null. Needed because a held key repeats faster than the screen is drawn. */
let aimedAt: number | null = null;

/** Focuses a row. If the row is outside the visible range, first scrolls the list, which then draws the row. */
function focusRow(index: number): void {
  const box = document.querySelector<HTMLElement>('.list .rows');
  const row = document.querySelector<HTMLElement>('.virtual .row');
  if (box === null || row === null) return;
  const top = index * row.offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + row.offsetHeight * 2 > box.scrollTop + box.clientHeight)
    box.scrollTop = top + row.offsetHeight * 2 - box.clientHeight;
  aimedAt = index;
  if (!reached(index)) requestAnimationFrame(() => reached(index));
}

function reached(index: number): boolean {
  const link = document.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (aimedAt !== index || link === null) return false;
  link.focus({ preventScroll: true });
  aimedAt = null;
  return true;
}

function openAimed(): boolean {
  const { view, tab, query } = route.value;
  const row = aimedAt === null ? undefined : list.value.items[aimedAt];
  if (row === undefined || !isList(view)) return false;
  go({ view, id: idOf(view, row), tab, query });
  return true;
}

function close(): void {
  if (isRailOpen.value) toggleRail();
  else closePane();
}

export function followKeys(): void {
  addEventListener('keydown', onKey);
}
