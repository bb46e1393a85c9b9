import type { ComponentChildren } from 'preact';
import { go, hrefOf, type Route, type Tab } from '../route.ts';

const titles: Readonly<Record<Tab, string>> = {
  summary: 'Summary',
  timeline: 'Timeline',
  raw: 'Raw',
  signature: 'Signature',
};

export interface TabsProps {
  readonly at: Route;
  readonly tabs: readonly Tab[];
  readonly children: ComponentChildren;
}

/** Tabs with their own URLs. The arrow keys switch between the tabs. */
export function Tabs({ at, tabs, children }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(at.tab) + step) % tabs.length) ?? 'summary';
    go({ ...at, tab: next }, { replace: true });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Views of the entry">
        {tabs.map((tab) => (
          <a
            key={tab}
            id={`tab-${tab}`}
            role="tab"
            href={hrefOf({ ...at, tab })}
            aria-selected={tab === at.tab}
            aria-controls="tab-panel"
            tabIndex={tab === at.tab ? 0 : -1}
            onKeyDown={move}
          >
            {titles[tab]}
          </a>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${at.tab}`}>
        {children}
      </div>
    </>
  );
}
