import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'contract:control.ledger-check',
    file: 'packages/mock-gateway/src/store/sqlite/ledger-check.ts',
    replace: 'HAVING a.balance <> coalesce(sum(e.amount), 0)',
    by: 'HAVING a.balance < 0',
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
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: 'if (host !== own && !isLoopbackHost(host)) {',
    by: "if (host === '') {",
  },
  {
    id: 'contract:control.passed-on',
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: '  refusePassedOn(request, guard);\n',
    by: '',
  },
  {
    id: 'contract:control.passed-on',
    file: 'packages/mock-gateway/src/pages/dashboard/dashboard.ts',
    replace: 'refusePassedOn(request, guard);',
    by: '{}',
  },
  {
    id: 'contract:control.passed-on',
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: 'if (guard.token !== undefined && bearsToken(request, guard.token)) return;',
    by: "if (guard.kind === 'token' && bearsToken(request, guard.token)) return;",
    why: 'The token opens it there, too.',
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: "hostname === 'localhost'",
    by: "hostname.includes('localhost')",
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: '!hostOnly.test(host) || ',
    by: '',
    why: 'A name behind a loopback user.',
  },
  {
    id: 'contract:control.rebinding',
    file: 'packages/mock-gateway/src/wire/guard.ts',
    replace: "isIPv4(address) && address.startsWith('127.')",
    by: "address.startsWith('127.')",
  },
];
