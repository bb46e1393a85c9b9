import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** True for a narrow window, in which the page has one column and each row has two lines. */
export const narrow = signal(query.matches);

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** True if the system uses a dark colour scheme. Drawings with their own colours need it. */
export const systemIsDark = signal(darkQuery.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});

darkQuery.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});
