import { setTimeout } from 'node:timers/promises';
import type { WireAction, WireEndpoint } from '../../faults/fault.ts';
import type { FaultSubject, Faults } from '../../faults/faults.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { htmlResponse } from '../core/respond.ts';

/** A request that faults can strike, and how its API writes an error. */
export interface FaultTarget {
  readonly endpoint: WireEndpoint;
  /** Its signal ends a delay early when the caller has gone. */
  readonly request: Pick<WireRequest, 'signal'>;
  readonly subject: () => Promise<FaultSubject> | FaultSubject;
  readonly refusal: (status: number, error?: string) => WireResponse;
}

/**
 * Answers, unless a fault strikes: before anything happened, or after the commit, when only the answer goes wrong
 * (contract: A fault). Refusals are left alone by `after`: nothing was committed.
 */
export async function withFaults(
  faults: Faults,
  target: FaultTarget,
  answer: (struck: { readonly delayed: boolean }) => Promise<WireResponse>,
): Promise<WireResponse> {
  if (!(await faults.anyFor(target.endpoint))) return answer({ delayed: false });
  const subject = await target.subject();
  const before = await faults.strikeWire(target.endpoint, 'before', subject);
  if (before !== null && before.kind !== 'delay') return faultyResponse(before, target, target.refusal(500));
  if (before !== null) await delay(before.ms, target.request.signal);
  const response = await answer({ delayed: before !== null });
  const after = await faults.strikeWire(target.endpoint, 'after', subject);
  if (after?.kind === 'delay') await delay(after.ms, target.request.signal);
  return after === null || after.kind === 'delay' ? response : faultyResponse(after, target, response);
}

/** Real milliseconds: what is tested with a delay is the caller's own timeout. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function faultyResponse(
  action: Exclude<WireAction, { kind: 'delay' }>,
  target: FaultTarget,
  response: WireResponse,
): WireResponse {
  switch (action.kind) {
    case 'status':
      return withRetryAfter(target.refusal(action.status, action.error), action.retryAfter);
    case 'garbage':
      return htmlResponse(502, proxyPage, {});
    default:
      return { ...response, transportFault: action.kind };
  }
}

function withRetryAfter(response: WireResponse, seconds: number | undefined): WireResponse {
  if (seconds === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
}

/** What a proxy in front of a gateway says when it has lost the gateway. */
const proxyPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;
