import { setTimeout } from 'node:timers/promises';
import type { WireAction, WireEndpoint } from '../../faults/fault.ts';
import type { FaultSubject, WireFaults } from '../../faults/faults.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { htmlResponse } from '../core/respond.ts';

/** A request that faults can affect, with the error format of its API. */
export interface FaultTarget {
  readonly endpoint: WireEndpoint;
  /** The request, whose signal ends a delay when the client disconnects. */
  readonly request: Pick<WireRequest, 'signal'>;
  readonly subject: () => Promise<FaultSubject> | FaultSubject;
  readonly refusal: (status: number, error?: string) => WireResponse;
}

/**
 * Handles a request and applies matching faults (contract: A fault). A `before` fault occurs before the request is
 * processed. An `after` fault occurs after the commit and affects only the response. An `after` fault never affects a
 * rejection, because a rejection commits nothing.
 */
export async function withFaults(
  faults: WireFaults,
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

/** Waits in real milliseconds, because a delay tests the client's timeout. */
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

/** Error page of a proxy that cannot reach the gateway. */
const proxyPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;
