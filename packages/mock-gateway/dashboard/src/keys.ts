import { closePane } from './pane.ts';
import { isRailOpen, toggleRail } from './views/rail.tsx';

/** Selector of elements in which a key types a letter instead of running a shortcut. */
const typing = 'input, textarea, select, [contenteditable]';

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null)
    return;
  if (event.target instanceof Element && event.target.matches(typing)) return;
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

const keys: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  Escape: () => (isRailOpen.value ? toggleRail() : closePane()),
};

export function followKeys(): void {
  addEventListener('keydown', onKey);
}
