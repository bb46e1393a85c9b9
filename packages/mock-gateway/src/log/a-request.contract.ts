import type { AnsweredRequest } from './logged-request.ts';

/** A request of merchant M1 with response 200, for tests of the log. */
export function aRequest(fields: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    time: '2026-11-20T15:04:05+05:30',
    ip: '127.0.0.1',
    method: 'POST',
    path: '/v3/payin',
    endpoint: 'payin',
    mchId: 'M1',
    mchOrderNo: 'A',
    orderNo: null,
    signedWith: null,
    exchange: {
      query: '',
      request: { headers: [], body: '', cut: false, length: 0 },
      response: { headers: [], body: '', cut: false, length: 0 },
      transportFault: null,
    },
    status: 200,
    error: null,
    durationMs: 1,
    parameters: new Map([['mchId', 'M1']]),
    keys: { mchKey: 'key-of-m1', mchSecret: 'secret-of-m1' },
    wronglySigned: null,
    explanation: null,
    fault: null,
    warning: null,
    ...fields,
  };
}
