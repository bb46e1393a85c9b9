import type { Params } from '../merchant.ts';
import type { Probe, Run } from '../run.ts';

/** An amount below every limit, so the gateway creates nothing (spec: Limits). */
export const tooLittle = '1.00';

/**
 * Creates a function for probes of the parameters of one endpoint. A probe states the request, the parameters in which
 * the request differs, the expected response and the rules that it proves.
 *
 * @param instead rules that another response violates, by that response
 */
export function probesOf(run: Run, endpoint: 'payin' | 'payout', instead: Probe['instead'] = {}) {
  return (what: string, params: Params, answer: Probe['answer'], ...shows: readonly string[]): Probe => ({
    ...{ what, answer, shows, instead },
    outgoing: run.merchant.v3(endpoint, { mchOrderNo: run.number(), amount: tooLittle, ...params }),
  });
}
