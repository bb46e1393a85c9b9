import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface Window {
  readonly first: number;
  readonly last: number;
}

/** Number of additional rows above and below the visible rows, so a fast scroll shows no gap. */
const spare = 8;

/** Returns the range of visible rows in a scrolling box. */
function windowOf(box: HTMLElement, rowHeight: number): Window {
  const first = Math.floor(box.scrollTop / rowHeight) - spare;
  return { first: Math.max(0, first), last: first + Math.ceil(box.clientHeight / rowHeight) + 2 * spare };
}

export interface VirtualRowsProps<Row> {
  readonly box: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly row: (row: Row, index: number) => ComponentChildren;
  readonly onEnd?: (() => void) | undefined;
}

/** A list of any length. Only the visible rows are elements of the page, each at its position. */
export function VirtualRows<Row>({ box, rows, rowHeight, row, onEnd }: VirtualRowsProps<Row>) {
  const [{ first, last }, setWindow] = useState<Window>({ first: 0, last: 40 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const seen = windowOf(element, rowHeight);
      setWindow((before) => (before.first === seen.first && before.last === seen.last ? before : seen));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, rowHeight]);
  useLayoutEffect(() => {
    if (last + 20 >= rows.length) onEnd?.();
  }, [last, rows.length, onEnd]);
  return (
    <div class="virtual" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
      {rows.slice(first, last).map((item, index) => row(item, first + index))}
    </div>
  );
}
