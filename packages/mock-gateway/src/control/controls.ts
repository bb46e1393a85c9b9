import { callbackControls } from './callbacks.ts';
import { clockControls } from './clock.ts';
import { depositControls } from './deposits.ts';
import type { ControlDeps } from './deps.ts';
import { faultControls } from './faults.ts';
import { healthView } from './health.ts';
import { ledgerControls } from './ledger.ts';
import { merchantControls } from './merchants.ts';
import { overviewOf } from './overview.ts';
import { payoutControls } from './payouts.ts';
import { requestControls } from './requests.ts';
import { settingsControls } from './settings.ts';

/** Every control call, by the names of the control API; HTTP and in process alike. */
export function createControls(deps: ControlDeps) {
  return {
    health: () => healthView(deps),
    overview: () => overviewOf(deps),
    /** Back to the configured merchants and settings; the clock runs at real time. */
    reset: deps.reset,
    settings: settingsControls(deps),
    merchants: merchantControls(deps),
    payins: depositControls(deps, 'payin'),
    links: depositControls(deps, 'link'),
    payouts: payoutControls(deps),
    callbacks: callbackControls(deps),
    clock: clockControls(deps),
    faults: faultControls(deps),
    requests: requestControls(deps),
    ledger: ledgerControls(deps),
    events: deps.events,
  };
}

export type Controls = ReturnType<typeof createControls>;
