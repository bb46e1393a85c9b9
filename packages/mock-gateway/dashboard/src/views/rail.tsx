import { signal } from '@preact/signals';
import { undelivered } from '../deliveries.ts';
import { count } from '../format.ts';
import { hrefOf, route, type View } from '../route.ts';
import { overview } from '../store.ts';
import type { Overview } from '../types.ts';

/** True while the navigation covers the page on a narrow screen. */
export const isRailOpen = signal(false);

/** Opens or closes the navigation on a narrow screen. */
export function toggleRail(): void {
  isRailOpen.value = !isRailOpen.value;
}

interface Section {
  readonly view: View;
  readonly title: string;
  readonly total?: (overview: Overview) => number;
  /** Returns the number of waiting or failed items, which is shown in a colour. */
  readonly open?: (overview: Overview) => number;
  readonly openMeans?: string;
  /** Returns the number of items that require attention. */
  readonly ill?: (overview: Overview) => number;
  readonly illMeans?: string;
}

const sum = (tally: Readonly<Record<string, number | undefined>>) =>
  Object.values(tally).reduce<number>((all, one) => all + (one ?? 0), 0);

const sections: readonly Section[] = [
  {
    view: 'payins',
    title: 'Pay-ins',
    total: ({ payins }) => sum(payins),
    open: ({ payins }) => payins.pending ?? 0,
    openMeans: 'pending',
  },
  {
    view: 'payouts',
    title: 'Payouts',
    total: ({ payouts }) => sum(payouts),
    open: ({ payouts }) => (payouts.pending ?? 0) + (payouts.processing ?? 0),
    openMeans: 'open',
  },
  {
    view: 'links',
    title: 'Links',
    total: ({ links }) => sum(links),
    open: ({ links }) => links.pending ?? 0,
    openMeans: 'pending',
  },
  {
    view: 'callbacks',
    title: 'Callbacks',
    total: ({ callbacks }) => sum(callbacks),
    open: ({ callbacks }) => (callbacks.pending ?? 0) + (callbacks.delivering ?? 0),
    openMeans: 'to be sent',
    ill: undelivered,
    illMeans: 'not delivered',
  },
  {
    view: 'requests',
    title: 'Requests',
    total: ({ requests }) => requests.total,
    open: ({ requests }) => requests.refused,
    openMeans: 'refused',
  },
  { view: 'faults', title: 'Faults', total: ({ faults }) => faults },
  { view: 'merchants', title: 'Merchants', total: ({ merchants }) => merchants },
  { view: 'ledger', title: 'Ledger' },
  { view: 'settings', title: 'Settings' },
];

export function Rail() {
  const { view } = route.value;
  return (
    <>
      {isRailOpen.value && (
        <button type="button" class="shade" aria-label="Close the sections" onClick={toggleRail} />
      )}
      <nav class={`rail ${isRailOpen.value ? 'open' : ''}`} aria-label="Sections">
        <ul>
          {sections.map((section) => (
            <li key={section.view}>
              <a
                href={hrefOf(section)}
                aria-current={section.view === view ? 'page' : undefined}
                onClick={() => {
                  isRailOpen.value = false;
                }}
              >
                <span>{section.title}</span>
                <Counts {...section} />
              </a>
            </li>
          ))}
        </ul>
        <Foot />
      </nav>
    </>
  );
}

function Counts({ total, open, openMeans = '', ill, illMeans = '' }: Section) {
  const seen = overview.value;
  if (seen === null || total === undefined) return null;
  return (
    <span class="counts">
      <Badge look="ill" number={ill?.(seen) ?? 0} means={illMeans} />
      <Badge look="waits" number={open?.(seen) ?? 0} means={openMeans} />
      <span class="total">
        {count(total(seen))}
        <span class="unseen"> in all</span>
      </span>
    </span>
  );
}

interface BadgeProps {
  readonly look: 'ill' | 'waits';
  readonly number: number;
  readonly means: string;
}

function Badge({ look, number, means }: BadgeProps) {
  if (number === 0) return null;
  return (
    <span class={`badge ${look}`} title={`${count(number)} ${means}`}>
      {count(number)}
      <span class="unseen"> {means}, </span>
    </span>
  );
}

const storeNames: Readonly<Record<Overview['store'], string>> = {
  memory: 'in memory',
  sqlite: 'in a file',
};

function Foot() {
  const seen = overview.value;
  return (
    <p class="foot">
      {seen !== null && (
        <>
          {seen.version} · {storeNames[seen.store]}
          <br />
        </>
      )}
      <a href="/docs/">Documentation</a>
      <br />
      <a href="/openapi.json">Merchant API</a> · <a href="/_mock/openapi.json">Control API</a>
    </p>
  );
}
