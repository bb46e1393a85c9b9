export { ControlApiError, ControlClient, type ControlClientOptions } from './control/client.ts';
export type { ControlEvent } from './control/responses/events.ts';
export type { ControlResponse, ResponseName } from './control/responses/responses.ts';
export type {
  ControlItem,
  ControlListPath,
  ControlPage,
  ControlPath,
  ControlRequest,
  ControlResult,
} from './control/typed.ts';
export { type FaultKind, faultEffects, faultEndpoints, faultKinds } from './domain/fault-kinds.ts';
export { type MoveName, orderMoves } from './domain/moves.ts';
