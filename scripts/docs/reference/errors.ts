import { exitCodes } from '../../../packages/cli/src/output/exit-codes.ts';
import { meanings } from '../../../packages/mock-gateway/src/http/control/openapi/errors.ts';
import { controlErrors } from '../../../packages/mock-gateway/src/http/core/control-error.ts';
import { callbackReasons } from '../../../packages/sdk/src/errors/callback-verification-error.ts';
import { v1Errors, v3Errors } from '../../../packages/sdk/src/protocol.ts';
import { code, pageOf, table } from './markdown.ts';

const outcomes = [
  ['not_sent', 'Nothing reached the gateway.', 'Send it again when you like.'],
  [
    'rejected',
    'The gateway refused; this call made no order.',
    'Correct it, or wait after a 429, then send it again.',
  ],
  [
    'unknown',
    'The order may exist.',
    'Send the same call with the same `mchOrderNo`, or query the order; never a new number.',
  ],
] as const;

const classes = [
  ['ApiError', 'The gateway answered, and refused or failed.', 'By its `code`, below.'],
  [
    'ResponseError',
    'An answer that is not the API’s: a proxy’s page, a redirect, another order than was asked for.',
    'Check the base URL and what stands before the gateway.',
  ],
  ['ConnectionError', 'No whole answer: refused, reset, cut.', 'By its `outcome`.'],
  ['TimeoutError', '`timeout` or `deadline` passed.', 'By its `outcome`.'],
  [
    'ConfigurationError',
    'A bad option or argument, a missing key or base URL.',
    'Correct it; nothing was sent.',
  ],
  ['GatewayError', 'The call was aborted; `cause` is the signal’s reason.', 'By its `outcome`.'],
  ['CallbackVerificationError', 'A callback that cannot be trusted.', 'By its `reason`, below.'],
] as const;

const exits: Readonly<Record<keyof typeof exitCodes, readonly [meaning: string, remedy: string]>> = {
  done: ['Done.', ''],
  refused: ['The gateway refused: a 4xx.', 'The message has the code; it is below.'],
  usage: [
    'Wrong usage: a bad option, a missing key, a bad configuration.',
    'The message says what was expected; `--help` has the rest.',
  ],
  noAnswer: [
    'No answer, a 5xx after the retries, or it is not known what happened.',
    'Query the order; send the same again, never with a new number.',
  ],
  failed: ['A signature or a check failed.', 'The output says which, why and how to mend it.'],
};

/** Every code that somebody can meet, with what it means and what to do. */
export function errorsPage(): string {
  return pageOf(
    'Error codes',
    'Each code with its cause and its remedy, from the tables that the gateway, the SDK and the command use. `isApiError`, `v3ErrorInfo` and `v1ErrorInfo` of the SDK have them at hand.',
    '## Version 3',
    table(
      ['status', 'error', 'cause', 'remedy'],
      Object.entries(v3Errors).map(([name, { status, meaning, fix }]) => [
        String(status),
        code(name),
        meaning,
        fix,
      ]),
    ),
    '## Version 1, payment links',
    table(
      ['status', 'error', 'cause', 'remedy'],
      v1Errors.map(({ status, code: name, meaning, fix }) => [String(status), code(name), meaning, fix]),
    ),
    '## The control API',
    'Nothing was changed by a call that is answered so.',
    table(
      ['status', 'error', 'cause'],
      Object.entries(meanings).map(([name, meaning]) => [
        String(controlErrors[name as keyof typeof controlErrors]),
        code(name),
        meaning,
      ]),
    ),
    '## The SDK',
    'Whatever rejects a call is a `GatewayError` with an `outcome`, which says whether the call may be made again. The ' +
      'functions of `@inrgate/sdk/protocol` make no call: they throw `SignatureError`, `MoneyError` and `FlatParseError`, ' +
      'which have none.',
    table(
      ['outcome', 'what happened', 'what to do'],
      outcomes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    table(
      ['class', 'when', 'what to do'],
      classes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    'Why a callback is refused, `reason` of a `CallbackVerificationError`:',
    table(
      ['reason', ''],
      Object.entries(callbackReasons).map(([name, text]) => [code(name), `${text}.`]),
    ),
    '## The command',
    table(
      ['exit code', 'what happened', 'what to do'],
      Object.entries(exits).map(([name, texts]) => [
        String(exitCodes[name as keyof typeof exitCodes]),
        ...texts,
      ]),
    ),
  );
}
