import {
  alsoMaskingPersonal,
  beginning,
  isMaskedName,
  maskedHeaders,
  type ShownHeader,
  safeText,
  shownPart,
} from '@inrgate/conformance/internal';
import {
  callbackAnswerLimit,
  formatIst,
  type KeyName,
  type Mask,
  mask,
  printable,
} from '@inrgate/sdk/internal';
import { canonicalText } from '@inrgate/sdk/protocol';
import type { RequestFault } from '../faults/fault.ts';
import {
  diagnosisOf,
  type ExplainedDiagnosis,
  maskedDiagnosis,
  type SignatureDiagnosis,
} from './diagnosis.ts';
import {
  idOf,
  maxBodyLength,
  maxStoredBody,
  maxValueLength,
  type RecordedMessage,
  type RequestRecord,
} from './record.ts';
import { unreadNames } from './unread-names.ts';

/** A request as the log shows it (contract: GET /requests), without keys and personal data. */
export interface LoggedRequest {
  readonly id: string;
  /** Time of the request as ISO 8601 in IST. */
  readonly time: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** Gateway order number of the order in the response, or null. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** Diagnosis of a wrong signature, with a masked key, or null for a correct signature. */
  readonly diagnosis: SignatureDiagnosis | null;
  /** Reason and end of the IP address's lock, and ways to remove the lock. Null without a lock. */
  readonly explanation: string | null;
  /** The injected fault that struck the request, or null. */
  readonly fault: RequestFault | null;
  /** One sentence for each probable mistake that the API does not reject. */
  readonly warnings: readonly string[];
}

/** One request with its exchange and its signed string. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  readonly diagnosis: ExplainedDiagnosis | null;
  readonly signature: MaskedSignature | null;
  readonly exchange: MaskedExchange;
}

/** A message for display, with masked keys and personal data. */
export interface MaskedMessage {
  /** First line of the message: `POST /v3/payin`, or `200`. */
  readonly line: string;
  readonly headers: readonly ShownHeader[];
  readonly body: string;
  /** Reason why the body is missing or incomplete, or null for a complete body. */
  readonly note: string | null;
}

export interface MaskedExchange {
  readonly request: MaskedMessage;
  readonly response: MaskedMessage;
}

/** The string that the client signed, or the correct string, with a masked key. */
export interface MaskedSignature {
  readonly canonical: string;
  readonly received: string;
  /** The key that created the signature. Null if the key is unknown or the signature was not verified. */
  readonly key: KeyName | null;
}

const maxParameters = 100;

/** @param more id for the advice on more details, or null if the details are already shown */
export function shownRequest(record: RequestRecord, masked: Mask, more: string | null): LoggedRequest {
  const shown = (text: string) => shownPart(text, masked, maxValueLength);
  const shownOrNull = (text: string | null) => (text === null ? null : shown(text));
  const { keys, wronglySigned: operation, warning } = record;
  const parameters = record.parameters ?? new Map<string, string>();
  const diagnosis = operation === null ? null : diagnosisOf({ id: more, operation, parameters, keys });
  return {
    id: idOf(record),
    time: formatIst(record.time),
    ip: record.ip,
    method: record.method,
    path: shown(record.path),
    endpoint: record.endpoint,
    mchId: shownOrNull(record.mchId),
    mchOrderNo: shownOrNull(record.mchOrderNo),
    orderNo: record.orderNo,
    status: record.status,
    error: record.error,
    durationMs: record.durationMs,
    parameters: shownParameters(parameters, shown),
    diagnosis: diagnosis === null ? null : maskedDiagnosis(diagnosis, parameters, masked),
    explanation: record.explanation,
    fault: record.fault,
    warnings: [...unreadNames(record.endpoint, parameters), ...(warning === null ? [] : [warning])],
  };
}

function shownParameters(
  parameters: ReadonlyMap<string, string>,
  shown: Mask,
): Readonly<Record<string, string>> {
  const pairs: (readonly [string, string])[] = [];
  for (const [name, value] of parameters) {
    if (pairs.length === maxParameters) break;
    pairs.push([shown(name), isMaskedName(name) ? mask : shown(value)]);
  }
  return Object.fromEntries(pairs);
}

export function maskedExchange(record: RequestRecord, hideKeys: Mask): MaskedExchange {
  const { method, path, query, request, response, status, parameters } = record;
  const masked = alsoMaskingPersonal(hideKeys, [query, request.body]);
  const isReadable = parameters !== null;
  return {
    request: {
      line: masked(`${method} ${path}${maskedQuery(query, masked, isReadable)}`),
      ...maskedMessage(request, masked, isReadable),
    },
    response: { line: String(status), ...maskedMessage(response, masked, true) },
  };
}

function maskedQuery(query: string, masked: Mask, isReadable: boolean): string {
  if (query === '') return '';
  return `?${beginning(safeText(query, masked, isReadable), maxBodyLength, query.length === maxStoredBody)}`;
}

function maskedMessage(
  { headers, body, cut }: RecordedMessage,
  masked: Mask,
  isReadable: boolean,
): Omit<MaskedMessage, 'line'> {
  const shown = safeText(body, masked, isReadable);
  const whole = !cut && shown.length <= maxBodyLength;
  return {
    headers: maskedHeaders(headers, masked),
    body: beginning(shown, maxBodyLength, cut),
    note: whole ? null : `truncated after ${maxBodyLength.toLocaleString('en')} characters`,
  };
}

/** The string to sign of the parameters. Null if the request contains no signature. */
export function maskedSignature(
  { parameters, signedWith }: Pick<RequestRecord, 'parameters' | 'signedWith'>,
  masked: Mask,
): MaskedSignature | null {
  const received = parameters?.get('sign') ?? '';
  if (parameters === null || received === '') return null;
  const impersonal = new Map(
    [...parameters].map(([name, value]) => [name, isMaskedName(name) && value !== '' ? mask : masked(value)]),
  );
  const canonical = masked(canonicalText(impersonal, '<key>')).slice(0, maxBodyLength);
  return { canonical, received: masked(received), key: signedWith };
}

/**
 * The response body without keys and the values of personal fields, because an error page can contain both. Leaves out
 * an incomplete key at the point where the sender stopped reading.
 */
export function shownBody(body: string, hideKeys: Mask): string {
  const shown = safeText(body, hideKeys, true);
  return beginning(shown, shown.length, Buffer.byteLength(body) >= callbackAnswerLimit);
}

/** Number of characters of a response in a line. */
const excerptLength = 200;

/** The beginning of a shown body, for a line. */
export function excerptOf(shown: string): string {
  const rest = shown.length > excerptLength ? '…' : '';
  return printable(shown.slice(0, excerptLength)) + rest;
}
