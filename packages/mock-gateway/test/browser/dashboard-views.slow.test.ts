import { describe, it, vi } from 'vitest';
import { phone, useBrowser, type Visitor } from './browser.ts';
import { type DashboardScene, dashboardScene } from './dashboard-scene.ts';

vi.mock('../../src/ids.ts', async () => ({ randomIds: (await import('./seeded-ids.ts')).seededIds }));

const visit = useBrowser();

interface View {
  readonly name: string;
  readonly hash: (scene: DashboardScene) => string | Promise<string>;
  /** What shows that it is there: a selector. */
  readonly ready: string;
}

const views: readonly View[] = [
  { name: 'payins', hash: () => '#/payins', ready: 'text=INV-2051' },
  { name: 'summary', hash: ({ retried }) => `#/payins/${retried}`, ready: 'text=Re-send callback' },
  { name: 'timeline', hash: ({ retried }) => `#/payins/${retried}/timeline`, ready: 'text=attempt 4' },
  { name: 'raw', hash: ({ retried }) => `#/payins/${retried}/raw`, ready: 'text=Answer' },
  { name: 'withdrawal', hash: ({ waiting }) => `#/payouts/${waiting}`, ready: 'text=Approve' },
  { name: 'callbacks', hash: () => '#/callbacks?q=status:pending', ready: 'text=payin.success' },
  {
    name: 'signature',
    hash: ({ gateway }) => `#/requests/${gateway.requests.list({ status: '401' }).items[0]?.id}/signature`,
    ready: 'text=The signature is wrong',
  },
  { name: 'faults', hash: () => '#/faults', ready: 'text=2 times left' },
  { name: 'merchants', hash: () => '#/merchants', ready: 'text=Basic information' },
  { name: 'ledger', hash: () => '#/ledger', ready: '.uplot canvas' },
  { name: 'settings', hash: () => '#/settings', ready: 'text=Late payments' },
];

/** The pictures that the documentation has. */
const shownInDocs = new Set([
  'payins-light',
  'timeline-light',
  'raw-dark',
  'signature-light',
  'merchants-light',
  'ledger-dark',
  'timeline-phone',
]);

async function look(
  scene: DashboardScene,
  { hash, ready }: View,
  options: Parameters<typeof visit>[1],
): Promise<Visitor> {
  const visitor = await visit(`${scene.gateway.dashboardUrl}${await hash(scene)}`, options);
  await visitor.page.locator(ready).first().waitFor();
  return visitor;
}

describe.each(views)('the dashboard: $name', (view) => {
  it.each([
    ['light', { width: 1440, height: 860, scale: 1 }],
    ['dark', { width: 1440, height: 860, scale: 1, dark: true }],
    ['phone', { ...phone, scale: 1 }],
  ] as const)(
    '%s: nothing serious for axe, nothing sideways, nothing on the console',
    async (how, options) => {
      const scene = await dashboardScene();
      const visitor = await look(scene, view, options);
      const name = `${view.name}-${how}`;
      if (shownInDocs.has(name)) await visitor.screenshot(`dashboard-${name}`);
      await visitor.expectNoSidewaysScroll();
      await visitor.expectAccessible();
    },
  );
});
