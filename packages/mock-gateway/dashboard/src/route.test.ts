import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute } from './route.ts';

describe('dashboard URLs', () => {
  it.each([
    { view: 'payins', id: null, tab: 'summary', query: '' },
    { view: 'payouts', id: 'WD1', tab: 'timeline', query: '' },
    { view: 'links', id: null, tab: 'summary', query: 'status:pending amount:>500 "a b"&c=#?/' },
    { view: 'callbacks', id: 'cb/1?x', tab: 'raw', query: '100%' },
  ] as const)('the dashboard parses a URL back into the view that created the URL: %j', (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route);
  });

  it.each(['', '#', '#/', '#/nowhere', '#//', '#/%zz'])(
    'the dashboard URL %j shows the list of pay-ins',
    (hash) => {
      expect(parseRoute(hash)).toMatchObject({ view: 'payins', tab: 'summary', query: '' });
    },
  );

  it('a dashboard URL with an unknown tab shows the summary', () => {
    expect(parseRoute('#/payins/PI1/nothing')).toMatchObject({ id: 'PI1', tab: 'summary' });
  });
});
