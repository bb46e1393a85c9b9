import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'reading:states.expiry',
    file: 'packages/mock-gateway/src/domain/deposit.ts',
    replace: 'now >= deposit.expiresAt',
    by: 'now > deposit.expiresAt',
  },
  {
    id: 'reading:states.expiry',
    file: 'packages/mock-gateway/src/operations/create-deposit.ts',
    replace: 'expiresAt: createdAt +',
    by: 'expiresAt: Date.now() +',
    why: 'It is on the clock of the machine.',
  },
  {
    id: 'reading:states.expiry',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: 'payinView(found, services.ports.clock.now(),',
    by: 'payinView(found, Date.now(),',
  },
  {
    id: 'reading:states.failed-callback',
    file: 'packages/mock-gateway/src/configuration/options.ts',
    replace: 'failedPayinCallback: true',
    by: 'failedPayinCallback: false',
  },
  {
    id: 'reading:states.failed-callback',
    file: 'packages/mock-gateway/src/operations/announce.ts',
    replace: "if (status === 'failed' && !settings.failedPayinCallback) return [];",
    by: '',
    why: 'It cannot be switched off.',
  },
  {
    id: 'reading:states.failed-callback',
    file: 'packages/mock-gateway/src/operations/announce.ts',
    replace: "link.state.status !== 'success' ||",
    by: "(link.state.status !== 'success' && link.state.status !== 'failed') ||",
    why: 'A failed link sends one.',
  },
  {
    id: 'reading:states.expired-cannot-fail',
    file: 'packages/mock-gateway/src/domain/deposit.ts',
    replace: "fail: ['pending'],",
    by: "fail: ['pending', 'expired'],",
  },
  {
    id: 'reading:states.expired-cannot-fail',
    file: 'packages/mock-gateway/src/domain/deposit.ts',
    replace: 'const { status } = depositStateAt(deposit, now);',
    by: 'const { status } = deposit.state;',
    why: 'One whose expiry is not written down yet can fail.',
  },
];
