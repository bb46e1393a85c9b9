import { v1Failure, v3Failure } from '@inrgate/sdk/internal';
import type { Answered } from './answered.ts';
import { hasByteOrderMark, headerOf, unseenBody } from './exchange.ts';
import { allOf, type Check, checksOf, type Judge, quoted, same, type Verdict } from './finding.ts';
import { judgeCode, judgeConflict } from './refusals.ts';
import { issuesOf, unlisted } from './schema-issues.ts';

const serverOnly: Judge<Answered> = ({ answer }) => {
  const origin = headerOf(answer, 'access-control-allow-origin');
  return origin === null ? true : `Access-Control-Allow-Origin is ${quoted(origin)}`;
};

/** Judges a success or a failure, each by its own rule, if the response belongs to this API. */
const ofSuccess =
  (judge: Judge<Answered>): Judge<Answered> =>
  (answered) =>
    isFailure(answered) ? null : (readable(answered) ?? judge(answered));
const ofFailure =
  (judge: Judge<Answered>): Judge<Answered> =>
  (answered) =>
    isFailure(answered) ? (readable(answered) ?? judge(answered)) : null;

/** Checks that apply to every v3 response (spec: Response envelope). */
export const v3EnvelopeChecks: readonly Check<Answered>[] = checksOf({
  'spec:conventions.envelope': ofSuccess(v3SuccessOf),
  'spec:conventions.envelope-error': ofFailure(v3FailureOf),
  'spec:errors.table': judgeCode,
  'spec:errors.rate_limited': retryAfterOf('rate_limited'),
  'spec:errors.too_many_failures': retryAfterOf('too_many_failures'),
  'reading:order.1': ({ answer }) =>
    answer.status === 405 ? same('Allow', headerOf(answer, 'allow'), 'POST') : null,
  'spec:errors.duplicate_order': judgeConflict,
  'spec:auth.server-only': serverOnly,
});

/** Checks that apply to every v1 response. */
export const v1EnvelopeChecks: readonly Check<Answered>[] = checksOf({
  'spec:v1.envelope': ofSuccess(v1SuccessOf),
  'reading:v1.envelope': ofFailure(v1FailureOf),
  'spec:errors.v1.table': judgeCode,
  'spec:errors.v1.duplicate_client_ref': judgeConflict,
  'spec:auth.server-only': serverOnly,
});

function retryAfterOf(code: string): Judge<Answered> {
  return ({ answer, error }) => {
    if (error !== code) return null;
    const value = headerOf(answer, 'retry-after');
    if (value === null) return 'Retry-After is missing';
    return (
      /^[1-9][0-9]{0,9}$/.test(value) || `Retry-After is ${quoted(value)}; expected whole seconds, at least 1`
    );
  };
}

function isFailure({ answer }: Answered): boolean {
  return answer.status >= 400;
}

/** Returns the reason why a response does not belong to this API, or null. */
function readable({ answer, envelope, request, failure }: Answered): Verdict {
  if (request.method === 'HEAD') return null;
  const unseen = unseenBody(answer);
  if (unseen !== null) return { unseen: `the response cannot be judged, because ${unseen}` };
  if (failure === 'gone')
    return { unseen: 'the end of the response is unknown, because the client disconnected' };
  if (!answer.complete) return 'the response ended early';
  if (hasByteOrderMark(answer))
    return 'the response begins with a byte order mark (BOM), which JSON does not allow';
  if (envelope === null) return `the response (status ${answer.status}) is not a JSON object`;
  const type = headerOf(answer, 'content-type') ?? 'none';
  return /^application\/json\s*(?:;|$)/i.test(type) ? null : `the content type is ${quoted(type)}`;
}

function v3SuccessOf({ envelope, answer, request }: Answered): Verdict {
  if (envelope === null) return request.method === 'HEAD' ? null : 'the envelope is missing';
  const { code, success, message, data, ...others } = envelope;
  return allOf(
    same('the HTTP status', answer.status, 200),
    same('code', code, answer.status),
    same('success', success, true),
    same('message', message, 'Success'),
    typeof data === 'object' && data !== null ? true : 'data is missing',
    noOthers(others),
  );
}

function v3FailureOf({ envelope, answer }: Answered): Verdict {
  if (envelope === null) return null;
  const { error: _judgedByTheTable, ...fields } = envelope;
  return allOf(
    same('code', envelope['code'], answer.status),
    typeof envelope['error'] === 'string' ? true : 'error is missing',
    issuesOf(v3Failure, { ...withoutNulls(fields), error: 'server_error' }, () => true),
  );
}

function v1SuccessOf({ envelope, answer }: Answered): Verdict {
  if (envelope === null) return null;
  const { ok, data, ...others } = envelope;
  return allOf(
    same('the HTTP status', answer.status, 200),
    same('ok', ok, true),
    typeof data === 'object' && data !== null ? true : 'data is missing',
    noOthers(others),
  );
}

function v1FailureOf({ envelope }: Answered): Verdict {
  if (envelope === null) return null;
  return allOf(
    typeof envelope['error'] === 'string' ? true : 'error is missing',
    issuesOf(v1Failure, { ...withoutNulls(envelope), error: 'invalid_amount' }, () => true),
  );
}

/** Allows an absent field to be null (reading: absent values). */
function noOthers(others: object): Verdict {
  const [name] = Object.keys(withoutNulls(others));
  return name === undefined || unlisted(name);
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
