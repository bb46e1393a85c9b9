import { describe } from 'vitest';
import { everywhere, itNames, itNamesReadOnly } from './one-endpoint.ts';

/** One endpoint for each deviation, in both APIs. `deviations.long.test.ts` includes all endpoints. */
const always: readonly string[] = [
  'signature payout',
  'key type create-link.php',
  'IP list payout',
  'suspension create-link.php',
];

describe('gateway with a deviation at one endpoint [contract:check-gateway.endpoints]', () => {
  itNames(
    everywhere.filter(
      ([deviation, name]) => deviation === 'method' || always.includes(`${deviation} ${name}`),
    ),
  );
  itNamesReadOnly([
    ['signature', 'payin'],
    ['signature', 'check-gateway-balance'],
    ['signature', 'create-link.php'],
    ['key type', 'payin'],
    ['key type', 'payout'],
    ['key type', 'check-gateway-balance'],
  ]);
});
