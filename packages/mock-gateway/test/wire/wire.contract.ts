import { describe } from 'vitest';
import { bodyContract } from './body.contract.ts';
import { errorsContract } from './errors.contract.ts';
import { fuzzContract } from './fuzz.contract.ts';
import type { Open } from './gateway-per-test.ts';
import { ipListContract } from './ip-list.contract.ts';
import { legacyContract } from './legacy.contract.ts';
import { orderOfChecksContract } from './order-of-checks.contract.ts';
import { payinContract } from './payin.contract.ts';
import { payoutContract } from './payout.contract.ts';
import { balanceContract, queryContract } from './query.contract.ts';
import { rateAndLockContract } from './rate-and-lock.contract.ts';
import { signatureContract } from './signature.contract.ts';
import { usdtContract } from './usdt.contract.ts';

/** The wire API, v3 and v1, the same through every adapter. */
export function wireContract(adapter: string, open: Open): void {
  describe(`the wire API ${adapter}`, () => {
    payinContract(open);
    payoutContract(open);
    queryContract(open);
    balanceContract(open);
    usdtContract(open);
    signatureContract(open);
    rateAndLockContract(open);
    ipListContract(open);
    legacyContract(open);
    bodyContract(open);
    errorsContract(open);
    orderOfChecksContract(open);
    fuzzContract(open, 100);
  });
}
