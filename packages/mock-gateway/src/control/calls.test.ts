import { describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { controlRoutes } from './calls.ts';

/** Calls that the contract lists (Control API), and calls of the dashboard, except the stream of `/events`. */
const contract = `
GET /overview
POST /clock/advance-to-next
GET /health
GET /ready
GET /metrics
POST /reset
GET /snapshots
POST /snapshots
POST /snapshots/:id/restore
DELETE /snapshots/:id
GET /settings
PATCH /settings
GET /merchants
POST /merchants
GET /merchants/:id
PATCH /merchants/:id
GET /merchants/:id/wallet
POST /merchants/:id/credit
POST /merchants/:id/wallet/credit
GET /merchants/:id/ledger
POST /merchants/:id/test-callback
POST /merchants/:id/check-callback
GET /merchants/:id/check-callback
DELETE /merchants/:id/check-callback
GET /merchants/:id/notifications
GET /payins
GET /payins/:id
POST /payins/:id/pay
POST /payins/:id/fail
POST /payins/:id/resend
GET /links
GET /links/:id
POST /links/:id/pay
POST /links/:id/fail
POST /links/:id/resend
GET /payouts
GET /payouts/:id
POST /payouts/:id/approve
POST /payouts/:id/complete
POST /payouts/:id/reject
POST /payouts/:id/cancel
POST /payouts/:id/resend
GET /callbacks
POST /callbacks/settle
GET /callbacks/:id
GET /clock
POST /clock/advance
POST /clock/freeze
POST /clock/resume
GET /faults
POST /faults
DELETE /faults
DELETE /faults/:id
GET /locks
DELETE /locks
DELETE /locks/:id
GET /requests
GET /requests.har
GET /requests/:id
GET /ledger/check
GET /where/:id
GET /orders/:id
POST /orders/:id/pay
POST /orders/:id/fail
POST /orders/:id/approve
POST /orders/:id/complete
POST /orders/:id/reject
POST /orders/:id/cancel
POST /orders/:id/resend
POST /merchants/:id/payins
POST /merchants/:id/payouts
`;

describe('routes of the control API', () => {
  it('the control API has exactly the routes that the contract lists [contract:control.routes]', () => {
    const rows = controlRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(rows.toSorted()).toEqual(contract.trim().split('\n').toSorted());
  });

  it('no route of the control API matches the path of a later route', () => {
    const matches = (pattern: string, path: string) =>
      new RegExp(`^${pattern.replace('.', '\\.').replace(':id', '[^/]+')}$`).test(path);
    const hidden = controlRoutes.filter(({ method, path }, place) =>
      controlRoutes
        .slice(0, place)
        .some((earlier) => earlier.method === method && matches(earlier.path, path)),
    );
    expect(hidden.map(({ path }) => path)).toEqual([]);
  });

  it('each control call returns exactly the fields that the OpenAPI document describes', () => {
    const settled = { settled: true, pending: 0 };
    const more = { ...settled, more: 1 };
    const calls = [
      call({ route: 'GET /whole', summary: 'Whole', response: 'Settled', run: () => settled }),
      // @ts-expect-error A field is missing.
      call({ route: 'GET /few', summary: 'Too few', response: 'Settled', run: () => ({ settled: true }) }),
      // @ts-expect-error A field is not in the document.
      call({ route: 'GET /many', summary: 'Too many', response: 'Settled', run: () => more }),
    ];
    expect(calls).toHaveLength(3);
  });

  it('each control call has a summary', () => {
    for (const { path, summary } of controlRoutes) expect(summary, path).toMatch(/^[A-Z].{3,}[^.]$/);
  });
});
