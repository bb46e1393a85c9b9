import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** A phone, or a window like one: one column, rows of two lines. */
export const narrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});
