import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

/** True for a phone or a narrow window: one column, and rows of two lines. */
export const narrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  narrow.value = matches;
});
