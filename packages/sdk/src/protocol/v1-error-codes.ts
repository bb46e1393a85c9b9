import { type ErrorInfo, v3Errors } from './error-codes.ts';
import type { V1ErrorCode } from './known-codes.ts';

export interface V1ErrorInfo extends ErrorInfo {
  /** Value of `error` in the response. One code can occur with two HTTP statuses. */
  readonly code: V1ErrorCode;
}

/**
 * Description of every error of v1, as a list. `method_not_allowed` occurs twice: for a wrong HTTP method (405) and for
 * a disabled currency (422).
 */
export const v1Errors = [
  {
    status: 400,
    code: 'invalid_request',
    meaning: 'The request cannot be read.',
    fix: 'Send one flat JSON object to create-link.php, or query parameters to link-status.php. Send each parameter only once.',
  },
  {
    status: 401,
    code: 'missing_api_key',
    meaning: 'The api_key is missing.',
    fix: 'Send the API Key as the parameter api_key or in the header X-Api-Key.',
  },
  {
    status: 401,
    code: 'invalid_api_key',
    meaning: 'No merchant has this api_key.',
    fix: 'Send the API Key (mchKey), not the API Secret or the Merchant ID.',
  },
  {
    status: 401,
    code: 'invalid_signature',
    meaning: 'The signature is missing or wrong.',
    fix: 'Sign with the API Secret (mchSecret). Run `inrgate explain` to find the mistake in the sign.',
  },
  { code: 'account_suspended', ...v3Errors.account_suspended },
  { code: 'ip_not_allowed', ...v3Errors.ip_not_allowed },
  {
    status: 404,
    code: 'not_found',
    meaning: 'No link has this link_code, or the API has no endpoint at this URL.',
    fix: 'Check link_code, and check that the path of the URL ends in .php.',
  },
  {
    status: 405,
    code: 'method_not_allowed',
    meaning: 'The endpoint does not accept this HTTP method.',
    fix: 'Use POST for create-link.php and GET for link-status.php.',
  },
  {
    status: 409,
    code: 'duplicate_client_ref',
    meaning: 'The client_ref was used before with another amount or currency.',
    fix: 'Use a new client_ref for a new link.',
  },
  {
    status: 422,
    code: 'invalid_amount',
    meaning: 'The amount is missing, malformed or outside the limits.',
    fix: 'Send the amount as a string with up to two decimals and within the pay-in limits, for example "500.00".',
  },
  {
    status: 422,
    code: 'invalid_client_ref',
    meaning: 'The client_ref is over 120 characters.',
    fix: 'Shorten client_ref to 120 characters.',
  },
  {
    status: 422,
    code: 'invalid_note',
    meaning: 'The note is over 255 characters.',
    fix: 'Shorten note to 255 characters.',
  },
  {
    status: 422,
    code: 'invalid_notify_url',
    meaning: 'notify_url is not a valid URL.',
    fix: 'Send an absolute http or https URL without user name or password, at most 2,048 characters.',
  },
  {
    status: 422,
    code: 'invalid_return_url',
    meaning: 'return_url is not a valid URL.',
    fix: 'Send an absolute http or https URL without user name or password, at most 2,048 characters.',
  },
  {
    status: 422,
    code: 'invalid_currency',
    meaning: 'The currency is not supported.',
    fix: 'Use INR or USDT. The default is INR.',
  },
  {
    status: 422,
    code: 'method_not_allowed',
    meaning: 'INR or USDT is not enabled for the account.',
    fix: 'Use an enabled currency, or ask the gateway’s support to enable this currency.',
  },
  {
    status: 500,
    code: 'server_error',
    meaning: 'The gateway failed, and the link may exist.',
    fix: 'Retry the request with the same client_ref. Without a client_ref, a retry creates another link.',
  },
  {
    status: 502,
    code: 'gateway_error',
    meaning: 'No payment channel or no USDT rate is available at the moment.',
    fix: 'Retry the request shortly with the same client_ref.',
  },
] as const satisfies readonly V1ErrorInfo[];

/** Description of a v1 error code at this HTTP status, or undefined for an unknown code. */
export function v1ErrorInfo(code: string, status: number): V1ErrorInfo | undefined {
  return v1Errors.find((error) => error.code === code && error.status === status);
}
