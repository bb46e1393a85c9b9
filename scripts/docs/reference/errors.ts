import { exitCodes } from '../../../packages/cli/src/output/exit-codes.ts';
import type * as conformance from '../../../packages/conformance/src/index.ts';
import type * as control from '../../../packages/mock-gateway/src/control.ts';
import { meanings } from '../../../packages/mock-gateway/src/http/control/openapi/errors.ts';
import { controlErrors } from '../../../packages/mock-gateway/src/http/core/control-error.ts';
import type * as gateway from '../../../packages/mock-gateway/src/index.ts';
import type * as callbacks from '../../../packages/sdk/src/callbacks.ts';
import { callbackReasons } from '../../../packages/sdk/src/errors/callback-errors.ts';
import type * as sdk from '../../../packages/sdk/src/index.ts';
import type * as protocol from '../../../packages/sdk/src/protocol.ts';
import { v1Errors, v3Errors } from '../../../packages/sdk/src/protocol.ts';
import { code, pageOf, table } from './markdown.ts';
import { callbackRemedies, controlRemedies } from './remedies.ts';

const outcomes = [
  ['not_sent', 'The request did not reach the gateway.', 'Retry the call.'],
  [
    'rejected',
    'The gateway rejected the call and created no order.',
    'Correct the call. After a 429, wait for the time in `Retry-After`. Then retry the call.',
  ],
  [
    'unknown',
    'The order may exist.',
    'Retry the call with the same `mchOrderNo`, or query the order. Never use a new order number.',
  ],
] as const;

type ErrorClass<Exports> = {
  [Name in keyof Exports]: Exports[Name] extends abstract new (...args: never) => Error ? Name : never;
}[keyof Exports];
type Explained<Exports> = Readonly<Record<ErrorClass<Exports>, readonly [when: string, remedy: string]>>;

const otherClasses: Explained<typeof gateway & typeof control & typeof conformance> = {
  ControlApiError: [
    'A method of `ControlClient` failed.',
    'Look up the `code` of the error under [The control API](#the-control-api). If the error has no `code`, check the URL.',
  ],
  ControlError: [
    'A method of an in-process gateway failed.',
    'Look up the `code` of the error under [The control API](#the-control-api).',
  ],
  ConfigurationError: [
    'The configuration of a gateway is invalid.',
    'Correct each entry of `issues`, then start the gateway again.',
  ],
  StoreError: [
    'The gateway cannot open or use its database.',
    'Follow the instruction in the message. The `code` names the cause.',
  ],
  AmbiguousTargets: [
    '`startProxy` received two root URLs with the same path.',
    'Start a separate proxy for each API.',
  ],
  CheckError: ['A check cannot run.', 'Follow the instruction in the message. The `code` names the cause.'],
};

const classes: Explained<typeof sdk & typeof callbacks & typeof protocol> = {
  ApiError: ['The gateway returned an error.', 'Look up the `code` of the error in the sections above.'],
  ResponseError: [
    'The response is not from the API. Examples: a proxy’s page, a redirect, an order that differs from the request.',
    'Check the base URL and any proxy in front of the gateway.',
  ],
  ConnectionError: [
    'The connection was refused, reset or closed before the end of the response.',
    'Look up the `outcome` of the error in the table above.',
  ],
  TimeoutError: ['`timeout` or `deadline` passed.', 'Look up the `outcome` of the error in the table above.'],
  ConfigurationError: [
    'An option or argument is invalid, or a key or base URL is missing.',
    'Correct the configuration. The SDK has sent no request.',
  ],
  GatewayError: [
    'Your code aborted the call. `cause` contains the reason of the abort signal.',
    'Look up the `outcome` of the error in the table above.',
  ],
  CallbackVerificationError: [
    'The callback is malformed, not correctly signed, or for another merchant.',
    'Look up the `reason` of the error in the table below.',
  ],
  LeaseLostError: [
    'Your callback function took longer than the lease of its store, and another process claimed the callback.',
    'Set a longer `lease`. The function may have run twice.',
  ],
  SignatureError: [
    '`sign` received an empty key or an ambiguous value. The error has no `outcome`.',
    'Set the key, and remove `&` from the values.',
  ],
  MoneyError: [
    '`parseAmount` received a string that is not an amount. The error has no `outcome`.',
    'Pass a string with two decimals, for example `500.00`.',
  ],
  FlatParseError: [
    'The body is not one flat object or form. The error has no `outcome`.',
    'Look up the `reason` of the error in the table of `CallbackVerificationError`.',
  ],
};

const exits: Readonly<Record<keyof typeof exitCodes, readonly [meaning: string, remedy: string]>> = {
  done: ['Success.', ''],
  refused: [
    'The gateway rejected the call with a 4xx.',
    'Look up the error code of the message on this page.',
  ],
  usage: [
    'Wrong usage. Examples: an invalid option, a missing key, an invalid configuration.',
    'Follow the message, or run the command with `--help`.',
  ],
  noAnswer: [
    'The gateway did not respond, returned a 5xx after all retries, or left the outcome unknown.',
    'Query the order, or run the command again with the same order number. Never use a new order number.',
  ],
  failed: ['A signature or a check failed.', 'The output shows the check, the reason and the fix.'],
};

/** Creates the page of the error codes, with causes and fixes. */
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
    'A failed call rejects its promise with a `GatewayError`. The `outcome` of the error shows whether you can retry the call.',
    table(
      ['outcome', 'meaning', 'action'],
      outcomes.map(([name, ...rest]) => [code(name), ...rest]),
    ),
    table(
      ['class', 'cause', 'action'],
      Object.entries(classes).map(([name, texts]) => [code(name), ...texts]),
    ),
    'The other packages export these classes:',
    table(
      ['class', 'cause', 'action'],
      Object.entries(otherClasses).map(([name, texts]) => [code(name), ...texts]),
    ),
    'A `CallbackVerificationError` has one of these values in `reason`:',
    table(
      ['reason', 'cause', 'action'],
      Object.entries(callbackReasons).map(([name, text]) => [
        code(name),
        `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        callbackRemedies[name as keyof typeof callbackReasons],
      ]),
    ),
    '## The command',
    table(
      ['exit code', 'meaning', 'action'],
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

/** Adds a heading for each code, so the search and links find the code. */
function entry(name: string, { status, meaning, fix }: WireError): string {
  return `### ${name}\n\n**${status}** · ${meaning}\n\n${fix}`;
}
