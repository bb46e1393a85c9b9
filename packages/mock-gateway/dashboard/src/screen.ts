import { type ReadonlySignal, signal } from '@preact/signals';

/** Returns whether the window matches a media query. Follows changes. */
function matching(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const isMatching = signal(media.matches);
  media.addEventListener('change', ({ matches }) => {
    isMatching.value = matches;
  });
  return isMatching;
}

/** True for a narrow window, in which the page has one column and each row has two lines. */
export const narrow = matching('(max-width: 760px)');

/** True if the system uses a dark colour scheme. Drawings with their own colours need it. */
export const systemIsDark = matching('(prefers-color-scheme: dark)');
