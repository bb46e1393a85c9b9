import { parseIst } from '@inrgate/sdk/internal';
import { newRecord, type RecordedMessage, type RequestRecord } from './record.ts';

/** A request as it arrives, for tests of the log. */
export const arrived = {
  method: 'POST',
  path: '/v3/payin',
  query: '',
  ip: '127.0.0.1',
  header: () => null,
  headers: () => [],
  body: async () => null,
  signal: new AbortController().signal,
};

/** A request of merchant M1 with response 200, for tests of the log. */
export function aRequest(fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    ...newRecord(arrived, 0),
    time: parseIst('2026-11-20T15:04:05+05:30'),
    endpoint: 'payin',
    mchId: 'M1',
    mchOrderNo: 'A',
    request: aMessage(''),
    response: aMessage(''),
    status: 200,
    durationMs: 1,
    parameters: new Map([['mchId', 'M1']]),
    keys: { mchKey: 'key-of-m1', mchSecret: 'secret-of-m1' },
    ...fields,
  };
}

export function aMessage(body: string, headers: RecordedMessage['headers'] = []): RecordedMessage {
  return { headers, body, cut: false, length: Buffer.byteLength(body) };
}
