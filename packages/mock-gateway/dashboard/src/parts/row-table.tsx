import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { narrow } from '../screen.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** A column of a table. */
export interface Column<Row> {
  /** Title of the column. Empty for a column of buttons. */
  readonly title: string;
  /** Class that sets the width and the position on a narrow screen. */
  readonly name: string;
  /** Returns additional classes of the column's cells. */
  readonly look?: (row: Row) => string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
}

export interface RowTableProps<Row> {
  readonly label: string;
  readonly name: string;
  readonly rowName?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly heights: readonly [usual: number, narrow: number];
  /** Returns the key of a row, by default its position. */
  readonly keyOf?: (row: Row) => string;
  /** True if more rows exist than were loaded. */
  readonly hasMore?: boolean;
  /** True if the user can scroll the table itself with the keyboard. */
  readonly focusable?: boolean;
  /** When this value changes, the table scrolls to the top. */
  readonly top?: string;
  readonly onEnd?: (() => void) | undefined;
}

/** A table of any length. Only the visible rows are elements of the page. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, name, rowName = '', columns, rows, heights, keyOf, top } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollTo(0, 0), [top]);
  const height = narrow.value ? heights[1] : heights[0];
  const row = `row ${rowName}`.trim();
  return (
    <div
      class={`rows ${name}`}
      ref={box}
      role="table"
      tabIndex={props.focusable ? 0 : undefined}
      aria-label={label}
      // -1 means that the table has more rows than were loaded (ARIA).
      aria-rowcount={props.hasMore ? -1 : rows.length + 1}
    >
      <div role="rowgroup" class="head">
        <div role="row" class={row}>
          {columns.map((column) => (
            <span key={column.name} role="columnheader" class={column.name}>
              {column.title === '' ? <span class="unseen">Actions</span> : column.title}
            </span>
          ))}
        </div>
      </div>
      <VirtualRows
        box={box}
        rows={rows}
        rowHeight={height}
        onEnd={props.onEnd}
        row={(item, index) => (
          <div
            key={keyOf?.(item) ?? index}
            role="row"
            class={row}
            aria-rowindex={index + 2}
            style={{ transform: `translateY(${index * height}px)` }}
          >
            {columns.map((column) => (
              <span
                key={column.name}
                role="cell"
                class={`${column.name} ${column.look?.(item) ?? ''}`.trim()}
              >
                {column.cell(item, index)}
              </span>
            ))}
          </div>
        )}
      />
    </div>
  );
}

/** Class whose digits have equal widths. */
export const mono = () => 'mono';

/** Returns the class that colours an amount by its sign. */
export function moneyLook(amount: string): string {
  return `mono ${amount.startsWith('-') ? 'out' : 'in'}`;
}
