import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'contract:control.ledger-check',
    file: 'packages/mock-gateway/src/store/sqlite/ledger-check.ts',
    replace: 'balance !== (sums.get(seq) ?? 0n)',
    by: 'balance < 0n',
    why: 'A balance that its entries do not have.',
  },
  {
    id: 'contract:control.ledger-check',
    file: 'packages/mock-gateway/src/store/sqlite/ledger-check.ts',
    replace: 'HAVING coalesce(sum(e.amount), 1) <> 0',
    by: 'HAVING sum(e.amount) IS NULL',
  },
  {
    id: 'contract:control.ledger-check',
    file: 'packages/mock-gateway/src/store/sqlite/ledger-check.ts',
    replace: 'balanced: found.length === 0',
    by: 'balanced: true',
  },
  {
    id: 'contract:control.ledger-check',
    file: 'packages/mock-gateway/src/store/sqlite/ledger-check.ts',
    replace: "p.status IN ('pending', 'processing')",
    by: "p.status = 'pending'",
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/mock-gateway/src/http/core/guard.ts',
    replace: 'if (host !== own && !isLoopbackHost(host)) {',
    by: "if (host === '') {",
  },
  {
    id: 'contract:control.passed-on',
    file: 'packages/mock-gateway/src/pages/page-guard.ts',
    replace: 'isKnown ? null : refusalOfPassedOn(request, guard)',
    by: 'null',
  },
  {
    id: 'contract:control.passed-on',
    file: 'packages/mock-gateway/src/http/core/guard.ts',
    replace: 'if (guard.token !== undefined && bearsToken(request, guard.token)) return null;',
    by: "if (guard.kind === 'token' && bearsToken(request, guard.token)) return null;",
    why: 'The token opens it there, too.',
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/sdk/src/protocol/loopback.ts',
    replace: '(?:[a-z0-9_-]+\\.)*localhost)$/i',
    by: '(?:[a-z0-9_-]+\\.)*localhost)/i',
    why: 'A name that begins as one of this machine.',
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/mock-gateway/src/http/core/guard.ts',
    replace: '!hostOnly.test(host) || ',
    by: '',
    why: 'A name behind a loopback user.',
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/sdk/src/protocol/loopback.ts',
    replace: '(?:[a-z0-9_-]+\\.)*localhost',
    by: '(?:[a-z0-9_-]+\\.?)*localhost',
    why: 'A name that ends as one of this machine.',
  },
];
