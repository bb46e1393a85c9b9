import { exitCodes } from '../../../packages/cli/src/output/exit-codes.ts';
import type * as conformance from '../../../packages/conformance/src/index.ts';
import type * as control from '../../../packages/mock-gateway/src/control.ts';
import { meanings } from '../../../packages/mock-gateway/src/http/control/openapi/errors.ts';
import { controlErrors } from '../../../packages/mock-gateway/src/http/core/control-error.ts';
import type * as gateway from '../../../packages/mock-gateway/src/index.ts';
import type * as callbacks from '../../../packages/sdk/src/callbacks.ts';
import { callbackReasons } from '../../../packages/sdk/src/errors/callback-verification-error.ts';
import type * as sdk from '../../../packages/sdk/src/index.ts';
import type * as protocol from '../../../packages/sdk/src/protocol.ts';
import { v1Errors, v3Errors } from '../../../packages/sdk/src/protocol.ts';
import { code, pageOf, table } from './markdown.ts';
import { callbackRemedies, controlRemedies } from './remedies.ts';

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

type ErrorClass<Exports> = {
  [Name in keyof Exports]: Exports[Name] extends abstract new (...args: never) => Error ? Name : never;
}[keyof Exports];
type Explained<Exports> = Readonly<Record<ErrorClass<Exports>, readonly [when: string, remedy: string]>>;

const otherClasses: Explained<typeof gateway & typeof control & typeof conformance> = {
  ControlApiError: [
    'A call of `ControlClient` failed.',
    'See its `code` under [The control API](#the-control-api). Without a code, check the URL.',
  ],
  ControlError: [
    'A method of a gateway in process failed.',
    'See its `code` under [The control API](#the-control-api).',
  ],
  ConfigurationError: [
    'The configuration of a gateway is invalid.',
    'Correct each of its `issues`. The gateway has not started.',
  ],
  StoreError: ['The database cannot be opened or used.', 'Follow the message. See its `code`.'],
  AmbiguousTargets: [
    '`startProxy` got two root URLs with the same path.',
    'Start a separate proxy for each API.',
  ],
  CheckError: ['A check cannot run.', 'Follow the message. See its `code`.'],
  HarError: [
    'A recording is not a valid HAR file.',
    'Record it again with `inrgate proxy --to URL --record FILE`.',
  ],
};

const classes: Explained<typeof sdk & typeof callbacks & typeof protocol> = {
  ApiError: ['The gateway returned an error.', 'See the `code` in the tables above.'],
  ResponseError: [
    'The response is not from the API. Examples: a proxy’s page, a redirect, an order that differs from the request.',
    'Check the base URL and any proxy in front of the gateway.',
  ],
  ConnectionError: [
    'The connection was refused, reset or closed before the end of the response.',
    'See its `outcome`.',
  ],
  TimeoutError: ['`timeout` or `deadline` passed.', 'See its `outcome`.'],
  ConfigurationError: [
    'An option or argument is invalid, or a key or base URL is missing.',
    'Correct the configuration. No request was sent.',
  ],
  GatewayError: ['The caller aborted the call. `cause` is the reason of the signal.', 'See its `outcome`.'],
  CallbackVerificationError: ['A callback cannot be trusted.', 'See its `reason` below.'],
  LeaseLostError: [
    'Your callback function took longer than the lease of its store, and another process claimed the callback.',
    'Set a longer `lease`. The function may have run twice.',
  ],
  SignatureError: [
    '`sign` got an empty key or an ambiguous value. It has no `outcome`.',
    'Set the key, and send no `&` in a value.',
  ],
  MoneyError: [
    '`parseAmount` got a string that is not an amount. It has no `outcome`.',
    'Pass a decimal string with two decimals, such as `500.00`.',
  ],
  FlatParseError: [
    'The body is not one flat object or form. It has no `outcome`.',
    'See its `reason` in the table of refused callbacks.',
  ],
};

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
    ...Object.entries(meanings).map(([name, meaning]) => {
      const key = name as keyof typeof controlErrors;
      return entry(name, { status: controlErrors[key], meaning, fix: controlRemedies[key] });
    }),
    '## The SDK',
    'A call that fails rejects with a `GatewayError`. Its `outcome` shows whether you can retry the call.',
    table(
      ['outcome', 'what happened', 'what to do'],
      outcomes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    table(
      ['class', 'when', 'what to do'],
      Object.entries(classes).map(([name, texts]) => [code(name), ...texts]),
    ),
    'The other packages export these classes:',
    table(
      ['class', 'when', 'what to do'],
      Object.entries(otherClasses).map(([name, texts]) => [code(name), ...texts]),
    ),
    'A `CallbackVerificationError` has one of these values in `reason`:',
    table(
      ['reason', 'cause', 'what to do'],
      Object.entries(callbackReasons).map(([name, text]) => [
        code(name),
        `${text}.`,
        callbackRemedies[name as keyof typeof callbackReasons],
      ]),
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

/** Adds a heading for each code, because the search and links need it. */
function entry(name: string, { status, meaning, fix }: WireError): string {
  return `### ${name}\n\n**${status}** · ${meaning}\n\n${fix}`;
}
