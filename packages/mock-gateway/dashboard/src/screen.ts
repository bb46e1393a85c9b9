import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** A phone, or a window like one: one column, rows of two lines. */
export const narrow = signal(query.matches);

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** The system's choice, which a drawing in colours of its own has to follow. */
export const systemIsDark = signal(darkQuery.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});

darkQuery.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});
