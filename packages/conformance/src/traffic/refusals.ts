import { v3ErrorInfo } from '@inrgate/sdk/internal';
import { type V1ErrorCode, v1Errors } from '@inrgate/sdk/protocol';
import { type Answered, type KnownOrder, param, typeAsked } from './answered.ts';
import { type Expectation, v1Step, v3Step } from './expected.ts';
import { type Finding, finding, quoted, type Verdict } from './finding.ts';

/** Steps whose errors depend only on the request. All other errors also depend on the gateway's state. */
const decidedSteps = [1, 3, 5, 10];
const decidedDestinations = ['bank_invalid', 'ifsc_invalid', 'upi_invalid', 'address_invalid'];
const decidedV1: ReadonlySet<string> = new Set<V1ErrorCode>([
  'invalid_request',
  'missing_api_key',
  'invalid_client_ref',
  'invalid_note',
  'invalid_notify_url',
  'invalid_return_url',
  'invalid_currency',
]);

/** Returns the id of the rule for a code: its row in the error table, or the interpretation that lists it. */
function ruleOf(api: Answered['api'], code: string): string {
  if (api === 'v1') return v1OfTable.has(code) ? `spec:errors.v1.${code}` : 'reading:v1.codes';
  return ofReadings[code] ?? `spec:errors.${code}`;
}

const ofReadings: Readonly<Record<string, string>> = {
  not_found: 'reading:order.1',
  invalid_extra: 'reading:order.10',
};
const v1OfTable: ReadonlySet<string> = new Set(
  v1Errors
    .map(({ code }): string => code)
    .filter(
      (code) => !/^(?:server_error|invalid_(?:request|client_ref|note|return_url|currency))$/.test(code),
    ),
);

/** Judges whether the gateway rejects exactly the invalid requests, each with the code of its first mistake. */
export function judgeRefusal(answered: Answered): readonly Finding[] {
  const { api, expected, error, envelope } = answered;
  const { refusal } = expected;
  const about = 'answer';
  const of = (code: string, verdict: Verdict) => finding({ id: ruleOf(api, code), about }, verdict);
  const groundless = `the gateway rejected the request with ${error}, but no value in the request causes this error`;
  if (isTaken(answered)) return refusal === null ? [] : [of(refusal.code, taken(answered, refusal.code))];
  if (envelope === null || error === null || answered.answer.status >= 500) return [];
  if (refusal?.code === error) return [of(error, true)];
  if (refusal === null) return isDecided(answered, error) ? [of(error, groundless)] : [];
  if (!isDecided(answered, error) && stepOf(answered, error) <= refusal.step) return [];
  const rule = { id: api === 'v1' ? 'reading:order.v1' : `reading:order.${refusal.step}`, about } as const;
  return [
    finding(
      rule,
      `the gateway returned ${error}, but the first failing check is ${refusal.code} (${refusal.message})`,
    ),
  ];
}

/** Judges the request by its expected error, regardless of the response, and its signature if it could be judged. */
export function judgeRequest(api: Answered['api'], expected: Expectation): readonly Finding[] {
  const { judged, unjudged: why, signedWith, refusal } = expected;
  const of = (code: string, verdict: Verdict) =>
    finding({ id: ruleOf(api, code), about: 'request' }, verdict);
  const isSigned = why !== null || (judged && signedWith.size > 0);
  const signed =
    isSigned && refusal?.code !== 'invalid_signature'
      ? [of('invalid_signature', why === null ? true : { unseen: why })]
      : [];
  if (refusal === null) return signed;
  const { code, message } = refusal;
  const fix = (api === 'v3' ? v3ErrorInfo(code) : v1Errors.find((error) => error.code === code))?.fix;
  return [...signed, of(code, fix === undefined ? message : `${message} ${fix}`)];
}

function isTaken({ api, answer, envelope }: Answered): boolean {
  return answer.status === 200 && envelope?.[api === 'v3' ? 'success' : 'ok'] === true;
}

/** A repeated request succeeds before the gateway checks the destination (reading: order of checks 11). */
function taken({ api, data, expected }: Answered, code: string): Verdict {
  const { refusal } = expected;
  if (api === 'v3' && refusal?.step === 12 && data?.['duplicate'] === true) return null;
  return `the gateway accepted the request, but must reject it with ${code}: ${refusal?.message}`;
}

function isDecided({ api, expected: { judged }, answer }: Answered, code: string): boolean {
  if (api === 'v1') {
    const byKeys = judged && code === 'invalid_signature';
    return decidedV1.has(code) || byKeys || answer.status === 405;
  }
  if (decidedSteps.includes(v3Step(code)) || decidedDestinations.includes(code)) return true;
  return judged && (code === 'invalid_signature' || code === 'wrong_key_type');
}

function stepOf({ api, answer }: Answered, code: string): number {
  return api === 'v1' ? v1Step(code, answer.status) : v3Step(code);
}

/** Checks that the status and the code of a failure match a row of the error table (spec: Errors). */
export function judgeCode({ api, answer, error, envelope }: Answered): Verdict {
  if (envelope === null || error === null) return null;
  const infos = api === 'v1' ? v1Errors.filter(({ code }) => code === error) : [v3ErrorInfo(error)];
  const statuses = infos.flatMap((info) => info?.status ?? []);
  if (statuses.length === 0) return `the error code ${quoted(error)} is not in the specification`;
  return (
    statuses.includes(answer.status) ||
    `the gateway returned ${error} with status ${answer.status}; expected ${statuses.join(' or ')}`
  );
}

/** Judges a 409 response. The response is wrong if the known order has the same terms. */
export function judgeConflict({ error, earlier, expected, api }: Answered): Verdict {
  const code = api === 'v3' ? 'duplicate_order' : 'duplicate_client_ref';
  if (error !== code || earlier === null) return null;
  const sent = param(expected.params, 'amount');
  if (earlier.data['amount'] !== sent || typeBefore(earlier) !== typeAsked(expected)) return null;
  return `the gateway rejected the request with ${code}, although the order with this number has the same amount and type`;
}

function typeBefore({ kind, data }: KnownOrder): unknown {
  if (kind === 'link') return data['currency'];
  return data[kind === 'payin' ? 'tradeType' : 'payType'];
}
