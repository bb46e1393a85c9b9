import type { ErrorInfo } from './error-codes.ts';

/** What an error of v1 says, for people. */
export interface V1ErrorInfo extends ErrorInfo {
  /** What `error` of the answer holds; one code can stand at two statuses. */
  readonly code: string;
}

/**
 * Every error of v1 (spec: Legacy v1 errors) with the validation codes of the readings (reading: States, legacy), and
 * `server_error` of v3 for a failure of the service, for which v1 has no code of its own.
 * A list, because `method_not_allowed` stands for a wrong HTTP method (405) and for a disabled currency (422).
 */
export const v1Errors = [
  {
    status: 400,
    code: 'invalid_request',
    meaning: 'The request cannot be read.',
    fix: 'Send one flat JSON object to create-link.php, query parameters to link-status.php, each name once.',
  },
  {
    status: 401,
    code: 'missing_api_key',
    meaning: 'There is no api_key.',
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
    fix: 'Sign with the API Secret (mchSecret): `inrgate explain` says what is wrong with the sign of these parameters.',
  },
  {
    status: 403,
    code: 'account_suspended',
    meaning: 'The merchant account is suspended.',
    fix: 'Ask the gateway’s support to reactivate the account.',
  },
  {
    status: 403,
    code: 'ip_not_allowed',
    meaning: 'The calling IP address is not on the saved allow-list.',
    fix: 'Add your server’s public IP address to the allow-list in the panel, or call from a listed server.',
  },
  {
    status: 404,
    code: 'not_found',
    meaning: 'There is no such link, or no such address in the API.',
    fix: 'Check link_code, and that the address ends in .php.',
  },
  {
    status: 405,
    code: 'method_not_allowed',
    meaning: 'The endpoint does not answer this HTTP method.',
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
    fix: 'Send the amount as text with up to two decimals, such as "500.00", within the pay-in limits.',
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
    meaning: 'notify_url is not a usable address.',
    fix: 'Send an absolute http or https URL without user name or password, 2,048 characters at most.',
  },
  {
    status: 422,
    code: 'invalid_return_url',
    meaning: 'return_url is not a usable address.',
    fix: 'Send an absolute http or https URL without user name or password, 2,048 characters at most.',
  },
  {
    status: 422,
    code: 'invalid_currency',
    meaning: 'The currency is not supported.',
    fix: 'Use INR or USDT, or leave it out for INR.',
  },
  {
    status: 422,
    code: 'method_not_allowed',
    meaning: 'INR or USDT is not enabled for the account.',
    fix: 'Use an enabled currency, or ask for this one to be enabled.',
  },
  {
    status: 500,
    code: 'server_error',
    meaning: 'The gateway failed; the link may exist.',
    fix: 'Send the call again with the same client_ref. Without a client_ref, a repeat creates another link.',
  },
  {
    status: 502,
    code: 'gateway_error',
    meaning: 'No payment channel or no USDT rate is available at the moment.',
    fix: 'Send the call again shortly, with the same client_ref.',
  },
] as const satisfies readonly V1ErrorInfo[];

/** A code of `v1Errors`: what `error` of a v1 answer holds (spec: Legacy v1 errors). */
export type V1ErrorCode = (typeof v1Errors)[number]['code'];

/** What a v1 error code means at this HTTP status, or undefined for one that this version does not know. */
export function v1ErrorInfo(code: string, status: number): V1ErrorInfo | undefined {
  return v1Errors.find((error) => error.code === code && error.status === status);
}
