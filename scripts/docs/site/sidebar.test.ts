import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { sidebar } from './sidebar.ts';

test('every page of the documentation has a place in the sidebar', () => {
  expect(() => sidebar(pages())).not.toThrow();
});
