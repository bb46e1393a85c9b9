/** Exports for the commands of this repository. Any release can change them. */
export { controlRoutes } from './control/calls.ts';
export type { CallAt, ControlRouteName } from './control/typed.ts';
export { bodyTexts, queryTexts } from './http/control/openapi/input-texts.ts';
