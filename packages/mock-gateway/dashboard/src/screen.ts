import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** True for a narrow window, with one column and rows of two lines. */
export const narrow = signal(query.matches);

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** True for the system's dark colour scheme, for drawings with their own colours. */
export const systemIsDark = signal(darkQuery.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});

darkQuery.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});
