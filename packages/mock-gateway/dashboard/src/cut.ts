/**
 * What a row has no room for is told where the pointer is: the whole text of each cell that is cut off. The link to a
 * row covers it, so it tells; a row without one has it on its cells.
 */
function tellCut({ target }: Event): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  if (row === null) return;
  const cells = [...row.children].filter((cell) => cell instanceof HTMLElement);
  const texts = cells.map((cell) => (cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : ''));
  const link = row.querySelector<HTMLElement>('.id a');
  if (link !== null) link.title = texts.filter((text) => text !== '').join('\n');
  else for (const [index, cell] of cells.entries()) cell.title = texts[index] ?? '';
}

export function followPointer(): void {
  document.addEventListener('pointerover', tellCut, { passive: true });
}
