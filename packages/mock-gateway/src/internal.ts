/**
 * What the command of this repository shares with the gateway. It can change in any release: import from the package
 * itself instead.
 */
export { controlCalls } from './control/calls/calls.ts';
export { responses as controlResponses } from './control/responses/responses.ts';
export { bodyTexts, queryTexts } from './http/control/openapi/input-texts.ts';
