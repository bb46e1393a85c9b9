import { go, isList, route } from './route.ts';

/** Closes the pane and focuses the row that opened it, even if the pane hid the list. */
export function closePane(): void {
  const { view, id, query } = route.value;
  if (id === null || !isList(view)) return;
  const row = document.querySelector<HTMLElement>('.list [aria-current="true"]');
  go({ view, query });
  requestAnimationFrame(() => row?.focus());
}

/** Focuses the pane's heading if the pane hides the list. */
export function enterPane(heading: HTMLElement | null): void {
  const list = document.querySelector<HTMLElement>('.list');
  if (list?.offsetParent === null) heading?.focus({ preventScroll: true });
}
