import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** True for a phone or a narrow window: one column, and rows of two lines. */
export const narrow = signal(query.matches);

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** True for the system's dark colour scheme. A drawing with its own colours must follow it. */
export const systemIsDark = signal(darkQuery.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});

darkQuery.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});
