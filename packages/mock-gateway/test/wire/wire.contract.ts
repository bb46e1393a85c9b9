import { describe } from 'vitest';
import { bodyContract, bodySizesContract } from './body.contract.ts';
import { errorsContract, methodsAndPathsContract } from './errors.contract.ts';
import { fuzzContract } from './fuzz.contract.ts';
import type { Open } from './gateway-per-test.ts';
import { ipListContract } from './ip-list.contract.ts';
import { legacyContract, linkStatusContract } from './legacy.contract.ts';
import { orderOfChecksContract } from './order-of-checks.contract.ts';
import type { Together } from './order-pairs.ts';
import { payinContract } from './payin.contract.ts';
import { payoutContract } from './payout.contract.ts';
import { balanceContract, queryContract } from './query.contract.ts';
import { rateAndLockContract } from './rate-and-lock.contract.ts';
import { signatureContract } from './signature.contract.ts';
import { usdtContract } from './usdt.contract.ts';

interface Size {
  /** Number of random requests of each kind. */
  readonly fuzzed: number;
  /** Mistakes that the requests combine, except those of pay-ins, which always combine every two. */
  readonly together: Together;
}

/** The size for adapters that only the long tests use. */
export const whole: Size = { fuzzed: 2_000, together: 'every two' };

/** Tests of the wire API, v3 and v1, for every adapter. */
export function wireContract(adapter: string, open: Open, { fuzzed, together }: Size): void {
  describe(`wire API ${adapter}`, () => {
    payinContract(open);
    payoutContract(open);
    balanceContract(open);
    usdtContract(open);
    orderOfChecksContract(open, together);
    legacyContract(open);
    queryContract(open);
    linkStatusContract(open);
    signatureContract(open);
    rateAndLockContract(open);
    ipListContract(open);
    bodyContract(open);
    errorsContract(open);
    fuzzContract(open, fuzzed);
  });
}

/**
 * Tests of what an adapter itself does: it passes on the IP address, the method, the headers and the body, and returns
 * status, headers and body.
 */
export function transportContract(adapter: string, open: Open): void {
  describe(`wire API input from ${adapter}`, () => {
    orderOfChecksContract(open, 'those handed over');
    methodsAndPathsContract(open);
    ipListContract(open);
    bodySizesContract(open);
    fuzzContract(open, 5);
  });
}
