import type { ControlErrorCode } from '../../../packages/mock-gateway/src/http/core/control-error.ts';
import type { CallbackReason } from '../../../packages/sdk/src/errors/callback-errors.ts';

/** Fixes of the control API's errors. */
export const controlRemedies: Readonly<Record<ControlErrorCode, string>> = {
  not_found:
    'Correct the ID in the path. Send a `GET` to list the existing resources. A reset deletes all orders.',
  illegal_transition: 'Run `inrgate where ORDER` to see the state. Then make a call that this state allows.',
  ambiguous: 'Add `mchId` or `--mch-id`, or use the gateway order number.',
  already_exists: 'Choose another mchId and mchKey, or update the merchant with `PATCH`.',
  not_supported: 'Create the state again, and save a new snapshot.',
  callback_busy: 'Run `inrgate mock callbacks settle` to wait until the delivery ends. Then retry the call.',
  check_running: 'Wait until the check ends, or stop the check with `DELETE`.',
  invalid_body: 'Correct the field that the message names.',
  unauthorized: 'Send `Authorization: Bearer TOKEN`, or set `INRGATE_CONTROL_TOKEN` for the command.',
  forbidden:
    'Send the request from the gateway’s own machine. Alternatively, start the gateway with `--control-token`, and send the token with each request.',
  method_not_allowed: 'Use a method that `/_mock/openapi.json` lists for the path.',
  payload_too_large: 'Send a smaller body. A valid body of this API contains a few hundred bytes.',
  internal_error: 'Read the output of `inrgate serve`, and report the error.',
  not_ready: 'Wait until `GET /_mock/ready` returns 200. If the message names the disk, free disk space.',
  unreachable: 'Start the shop, and check the URL, the port and the firewall.',
  probe_failed: 'Change the probe to return `{"count": 1, "amount": "500.00"}`.',
  order_failed: 'Change the shop to return `{"mchOrderNo": "ORDER-1"}` for the new order.',
};

/** Fixes of rejected callbacks, for the merchant. */
export const callbackRemedies: Readonly<Record<CallbackReason, string>> = {
  unsupported_content_type: 'Pass the header `Content-Type` of the request unchanged.',
  invalid_utf8: 'Pass the raw bytes instead of a string in another encoding.',
  invalid_json: 'Check whether a proxy truncates or rewrites the body.',
  not_an_object: 'Reject the callback. The gateway sends only objects.',
  nested_value: 'Reject the callback. The gateway sends only strings, numbers and booleans.',
  duplicate_name: 'Reject the callback. The gateway sends each parameter only once.',
  invalid_form: 'Pass the raw bytes instead of a form that other code has parsed and serialized again.',
  lone_surrogate: 'Reject the callback. The gateway sends only valid Unicode.',
  parsed_body: 'Move the route above the body parser, or use `express.raw()` for this route.',
  wrong_method: 'Register the handler only for POST.',
  body_too_large: 'Reject the callback. A genuine callback contains only a few kilobytes.',
  body_timeout:
    'Check the connection through any proxy in front of the shop. The gateway retries the callback.',
  missing_sign: 'Reject the callback. Every genuine callback contains `sign`.',
  unknown_kind: 'Reject the callback, and check that only this gateway uses your callback URL.',
  missing_key: 'Pass `mchKey` for pay-ins, and `mchSecret` for payouts and links.',
  wrong_key: 'Check that `mchKey` and `mchSecret` are not swapped.',
  invalid_signature: 'Run `inrgate explain --callback FILE` to find the mistake.',
  ambiguous_name:
    'Reject the callback. With such a field name, an attacker can move the boundary between two fields.',
  ambiguous_value: 'Reject the callback. When you create an order, remove `&` from every value.',
  conflicting_alias: 'Reject the callback. The gateway sends the same value in both fields.',
  missing_field: 'Reject the callback, and compare its fields with [the wire API](wire-api.md).',
  invalid_field: 'Reject the callback, and compare its fields with [the wire API](wire-api.md).',
  wrong_merchant: 'Check `mchId`. Use a separate callback URL for each merchant.',
  not_confirmed:
    'Do not credit the order. Compare the order in the merchant dashboard with the order in your shop.',
};
