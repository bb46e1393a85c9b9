/** Exports for the commands of this repository. Any release can change them. */
export { controlCalls } from './control/calls/calls.ts';
export { responses as controlResponses } from './control/responses/responses.ts';
export { bodyTexts, queryTexts } from './http/control/openapi/input-texts.ts';
