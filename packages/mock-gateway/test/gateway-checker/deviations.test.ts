import { describe } from 'vitest';
import { everywhere, itNames, itNamesReadOnly } from './one-endpoint.ts';

/** Endpoints at which the check must report every deviation. `deviations.long.test.ts` includes all endpoints. */
const always: readonly string[] = ['payout', 'create-link.php'];

describe('gateway with a deviation at one endpoint [contract:check-gateway.endpoints]', () => {
  itNames(everywhere.filter(([deviation, name]) => deviation === 'method' || always.includes(name)));
  itNamesReadOnly([
    ['signature', 'payin'],
    ['signature', 'check-gateway-balance'],
    ['signature', 'create-link.php'],
    ['key type', 'payin'],
    ['key type', 'payout'],
    ['key type', 'check-gateway-balance'],
  ]);
});
