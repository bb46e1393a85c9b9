import { useEffect, useRef } from 'preact/hooks';
import { undelivered } from '../deliveries.ts';
import { plural } from '../format.ts';
import { list } from '../lists.ts';
import { go, isList, route } from '../route.ts';
import { keysOf } from '../search.ts';
import { connected, overview } from '../store.ts';
import { Clock } from './clock.tsx';
import { isRailOpen, toggleRail } from './rail.tsx';

/** Milliseconds without typing after which the search runs. */
const typingRestMs = 120;

export function TopBar() {
  return (
    <header class="bar">
      <MenuButton />
      <a class="brand" href="#/payins" aria-label="inrgate mock gateway">
        <span class="logo" aria-hidden="true">
          ₹
        </span>
        <span class="name">
          inrgate <small>mock gateway</small>
        </span>
      </a>
      <SearchBox />
      <Clock />
      <span class={`live ${connected.value ? 'on' : 'off'}`} role="status">
        {connected.value ? 'live' : 'offline'}
      </span>
    </header>
  );
}

/**
 * Button that opens the navigation. A phone hides the navigation and its counts, so a dot shows that callbacks have
 * failed.
 */
function MenuButton() {
  const missed = overview.value === null ? 0 : undelivered(overview.value);
  return (
    <button
      type="button"
      class={missed > 0 ? 'menu alarm' : 'menu'}
      aria-label={missed > 0 ? `Sections: ${plural(missed, 'callback')} not delivered` : 'Sections'}
      aria-expanded={isRailOpen.value}
      onClick={toggleRail}
    >
      ☰
    </button>
  );
}

function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { view, query } = route.value;
  const kind = isList(view) ? view : 'payins';
  useEffect(() => {
    // Update the input if the URL changed without typing: through a link, back or forward.
    if (input.current !== null && document.activeElement !== input.current) input.current.value = query;
  }, [query, view]);
  const search = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      go({ view: kind, query: input.current?.value.trim() ?? '' }, { replace: true });
    }, typingRestMs);
  };
  const { problems } = list.value;
  const keys = Object.entries(keysOf[kind]).map(([name, { example }]) => `${name}:${example}`);
  return (
    <search class="search">
      <input
        ref={input}
        id="search"
        type="search"
        aria-label={`Search ${kind}`}
        aria-describedby="search-hint"
        aria-invalid={problems.length > 0}
        placeholder={`${keys.slice(0, 3).join(' ')} text`}
        spellcheck={false}
        autocomplete="off"
        onInput={search}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.currentTarget.value = '';
          search();
          event.currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
      <div id="search-hint" class={problems.length > 0 ? 'hint wrong' : 'hint'} aria-live="polite">
        {problems.length > 0
          ? problems.join(' ')
          : `Keys: ${keys.join(' · ')}. The search matches other words as text.`}
      </div>
    </search>
  );
}
