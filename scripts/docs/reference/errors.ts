import { exitCodes } from '../../../packages/cli/src/output/exit-codes.ts';
import { meanings } from '../../../packages/mock-gateway/src/http/control/openapi/errors.ts';
import { controlErrors } from '../../../packages/mock-gateway/src/http/core/control-error.ts';
import { callbackReasons } from '../../../packages/sdk/src/errors/callback-verification-error.ts';
import { v1Errors, v3Errors } from '../../../packages/sdk/src/protocol.ts';
import { code, pageOf, table } from './markdown.ts';

const outcomes = [
  ['not_sent', 'The request did not reach the gateway.', 'Retry the call.'],
  [
    'rejected',
    'The gateway refused the call and created no order.',
    'Correct the call, or wait after a 429. Then retry.',
  ],
  [
    'unknown',
    'The order may exist.',
    'Retry with the same `mchOrderNo`, or query the order. Never use a new order number.',
  ],
] as const;

const classes = [
  ['ApiError', 'The gateway returned an error.', 'See the `code` in the tables above.'],
  [
    'ResponseError',
    'The response is not from the API. Examples: a proxy’s page, a redirect, an order that differs from the request.',
    'Check the base URL and any proxy in front of the gateway.',
  ],
  [
    'ConnectionError',
    'The connection was refused, reset or closed before the end of the response.',
    'See its `outcome`.',
  ],
  ['TimeoutError', '`timeout` or `deadline` passed.', 'See its `outcome`.'],
  [
    'ConfigurationError',
    'An option or argument is invalid, or a key or base URL is missing.',
    'Correct the configuration. No request was sent.',
  ],
  ['GatewayError', 'The caller aborted the call. `cause` is the reason of the signal.', 'See its `outcome`.'],
  ['CallbackVerificationError', 'A callback cannot be trusted.', 'See its `reason` below.'],
] as const;

const exits: Readonly<Record<keyof typeof exitCodes, readonly [meaning: string, remedy: string]>> = {
  done: ['Success.', ''],
  refused: ['The gateway refused the call with a 4xx.', 'Look up the code of the message on this page.'],
  usage: [
    'Wrong usage. Examples: an invalid option, a missing key, an invalid configuration.',
    'Follow the message, or run the command with `--help`.',
  ],
  noAnswer: [
    'No response, a 5xx after the retries, or an unknown outcome.',
    'Query the order, or retry with the same order number. Never use a new order number.',
  ],
  failed: ['A signature or a check failed.', 'The output shows the check, the reason and the fix.'],
};

/** The page of the error codes, with causes and fixes. */
export function errorsPage(): string {
  return pageOf(
    'Error codes',
    'The gateway, the SDK and the command use these codes. In code, use `isApiError`, `v3ErrorInfo` and `v1ErrorInfo` of the SDK.',
    '## Version 3',
    ...Object.entries(v3Errors).map(([name, error]) => entry(name, error)),
    '## Version 1, payment links',
    ...v1Errors.map((error) => entry(error.code, error)),
    '## The control API',
    'A call that fails with one of these errors changes nothing.',
    table(
      ['status', 'error', 'cause'],
      Object.entries(meanings).map(([name, meaning]) => [
        String(controlErrors[name as keyof typeof controlErrors]),
        code(name),
        meaning,
      ]),
    ),
    '## The SDK',
    'A call that fails rejects with a `GatewayError`. Its `outcome` shows whether you can retry the call. The functions of ' +
      '`@inrgate/sdk/protocol` make no calls. They throw `SignatureError`, `MoneyError` and `FlatParseError`, which have ' +
      'no `outcome`.',
    table(
      ['outcome', 'what happened', 'what to do'],
      outcomes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    table(
      ['class', 'when', 'what to do'],
      classes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    'A `CallbackVerificationError` has one of these values in `reason`:',
    table(
      ['reason', 'cause'],
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

interface WireError {
  readonly status: number;
  readonly meaning: string;
  readonly fix: string;
}

/** A heading for each code, so that the search and a link find it. */
function entry(name: string, { status, meaning, fix }: WireError): string {
  return `### ${name}\n\n**${status}** · ${meaning}\n\n${fix}`;
}
