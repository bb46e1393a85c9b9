import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Answered } from '../answer.ts';
import { closePane, enterPane } from '../pane.ts';
import { Failure } from '../parts/failure.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { tabs as allTabs, hrefOf, type Route, type Tab } from '../route.ts';

export interface DetailProps<T> {
  readonly at: Route;
  readonly title: string;
  readonly answered: Answered<T>;
  readonly badge: (data: T) => ComponentChildren;
  readonly tools?: (data: T) => ComponentChildren;
  /** Content of each tab. */
  readonly tabs: Readonly<
    Partial<Record<Tab, (data: T) => ComponentChildren>> & Record<'summary', (data: T) => ComponentChildren>
  >;
}

/** The pane of one item: its name, its state, its tabs and the content of the selected tab. */
export function Detail<T>({ at, title, answered, badge, tools, tabs }: DetailProps<T>) {
  const { data, error } = answered;
  const content = tabs[at.tab];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => enterPane(heading.current), []);
  return (
    <section class="detail" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <span class="mono">{title}</span> {data !== null && badge(data)}
        </h2>
        <a
          class="close"
          href={hrefOf({ view: at.view, query: at.query })}
          aria-label="Close (Esc)"
          title="Close (Esc)"
          onClick={(event) => {
            event.preventDefault();
            closePane();
          }}
        >
          ✕
        </a>
        {data !== null && tools?.(data)}
      </header>
      {error !== null && <Failure text={error} />}
      {data !== null && (
        <Tabs
          at={content === undefined ? { ...at, tab: 'summary' } : at}
          tabs={allTabs.filter((tab) => tab in tabs)}
        >
          {(content ?? tabs.summary)(data)}
        </Tabs>
      )}
    </section>
  );
}
