import { it } from 'vitest';
import { phone, useBrowser, type Visitor } from './browser.ts';
import { type DashboardScene, dashboardScene } from './dashboard-scene.ts';
import { useSeededIds } from './seeded-ids.ts';

useSeededIds();
const visit = useBrowser();

interface View {
  readonly name: string;
  readonly hash: (scene: DashboardScene) => string | Promise<string>;
  /** Selector of an element that is visible when the view is ready. */
  readonly ready: string;
}

const views: readonly View[] = [
  { name: 'payins', hash: () => '#/payins', ready: 'text=INV-2051' },
  { name: 'summary', hash: ({ retried }) => `#/payins/${retried}`, ready: 'text=Re-send callback' },
  { name: 'timeline', hash: ({ retried }) => `#/payins/${retried}/timeline`, ready: 'text=attempt 4' },
  { name: 'raw', hash: ({ retried }) => `#/payins/${retried}/raw`, ready: 'text=Response' },
  {
    name: 'withdrawal',
    hash: ({ waiting }) => `#/payouts/${waiting}`,
    ready: '.detail button:has-text("Approve")',
  },
  { name: 'callbacks', hash: () => '#/callbacks?q=status:pending', ready: 'text=payin.success' },
  {
    name: 'signature',
    hash: async ({ gateway }) =>
      `#/requests/${(await gateway.requests.list({ status: '401' })).items[0]?.id}/signature`,
    ready: 'text=The signature is wrong',
  },
  { name: 'faults', hash: () => '#/faults', ready: 'text=2 times left' },
  { name: 'merchants', hash: () => '#/merchants', ready: 'text=Basic information' },
  { name: 'ledger', hash: () => '#/ledger', ready: '.uplot canvas' },
  { name: 'settings', hash: () => '#/settings', ready: 'text=Late payments' },
];

/** The pictures in the documentation. */
const shownInDocs = new Set([
  'payins-light',
  'timeline-light',
  'raw-dark',
  'signature-light',
  'merchants-light',
  'ledger-dark',
  'timeline-phone',
]);

const looks = [
  ['light', { width: 1440, height: 860 }, 'light'],
  ['dark', { width: 1440, height: 860 }, 'dark'],
  ['phone', phone, 'light'],
] as const;

/** Checks a view with the data of the scene. */
async function expectInOrder(
  { name, hash, ready }: View,
  { scene, visitor }: { readonly scene: DashboardScene; readonly visitor: Visitor },
): Promise<void> {
  await visitor.page.goto(`${scene.gateway.dashboardUrl}${await hash(scene)}`);
  for (const [how, window, scheme] of looks) {
    await visitor.page.setViewportSize(window);
    await visitor.prefer(scheme);
    await visitor.page.locator(ready).first().waitFor();
    if (shownInDocs.has(`${name}-${how}`)) await visitor.screenshot(`dashboard-${name}-${how}`);
    await visitor.expectNoSidewaysScroll();
    // Each scheme and each size once, because axe takes most of the time.
    if (how === 'phone') await visitor.prefer('dark');
    if (how !== 'dark') await visitor.expectAccessible();
  }
}

it('each view of the dashboard has no serious axe finding: light, and dark on a phone', async () => {
  const scene = await dashboardScene();
  const visitor = await visit(scene.gateway.dashboardUrl, { scale: 1 });
  for (const view of views)
    await expectInOrder(view, { scene, visitor }).catch((cause: unknown) => {
      throw new Error(`in the view ${view.name}`, { cause });
    });
});
