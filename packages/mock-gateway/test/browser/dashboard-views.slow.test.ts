import { describe, it, vi } from 'vitest';
import { phone, useBrowser, type Visitor } from './browser.ts';
import { type DashboardScene, dashboardScene } from './dashboard-scene.ts';

vi.mock('../../src/ids.ts', async () => ({ randomIds: (await import('./seeded-ids.ts')).seededIds }));

const visit = useBrowser();

interface View {
  readonly name: string;
  readonly hash: (scene: DashboardScene) => string | Promise<string>;
  /** What shows that it is there. */
  readonly ready: string;
}

const views: readonly View[] = [
  { name: 'payins', hash: () => '#/payins', ready: 'INV-2051' },
  { name: 'summary', hash: ({ retried }) => `#/payins/${retried}`, ready: 'Re-send callback' },
  { name: 'timeline', hash: ({ retried }) => `#/payins/${retried}/timeline`, ready: 'database is down' },
  { name: 'raw', hash: ({ retried }) => `#/payins/${retried}/raw`, ready: 'Answer' },
  { name: 'withdrawal', hash: ({ waiting }) => `#/payouts/${waiting}`, ready: 'Approve' },
  { name: 'callbacks', hash: () => '#/callbacks?q=status:pending', ready: 'payin.success' },
  {
    name: 'signature',
    hash: ({ gateway }) => `#/requests/${gateway.requests.list({ status: '401' }).items[0]?.id}/signature`,
    ready: 'Wrong.',
  },
  { name: 'faults', hash: () => '#/faults', ready: '2 times left' },
  { name: 'merchants', hash: () => '#/merchants', ready: 'Basic information' },
  { name: 'ledger', hash: () => '#/ledger', ready: 'Balanced' },
  { name: 'settings', hash: () => '#/settings', ready: 'Late payments' },
];

async function look(
  scene: DashboardScene,
  { hash, ready }: View,
  options: Parameters<typeof visit>[1],
): Promise<Visitor> {
  const visitor = await visit(`${scene.gateway.dashboardUrl}${await hash(scene)}`, options);
  await visitor.page.getByText(ready).first().waitFor();
  // What is fetched when it is needed: the plot.
  await visitor.page.waitForLoadState('networkidle').catch(() => {});
  return visitor;
}

describe.each(views)('the dashboard: $name', (view) => {
  it.each([
    ['light', { width: 1440, height: 860, scale: 1 }],
    ['dark', { width: 1440, height: 860, scale: 1, dark: true }],
    ['phone', { ...phone, scale: 1 }],
  ] as const)(
    '%s: nothing serious for axe, nothing sideways, nothing on the console',
    async (look_, options) => {
      const scene = await dashboardScene();
      const visitor = await look(scene, view, options);
      await visitor.screenshot(`dashboard-${view.name}-${look_}`);
      await visitor.expectNoSidewaysScroll();
      await visitor.expectAccessible();
    },
  );
});
