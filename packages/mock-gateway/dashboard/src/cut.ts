/**
 * Shows the full text of truncated cells in a tooltip. In a row with a link, the link shows the tooltip, because the
 * link covers the row. In other rows, the cells show the tooltip.
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
