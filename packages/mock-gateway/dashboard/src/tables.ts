// Only this module imports values of the gateway: tables that load no schemas.

export { v1Routes, v3Routes } from '@inrgate/sdk/basics';
export { faultEffects, faultEndpoints } from '../../src/domain/fault-kinds.ts';
export { orderMoves } from '../../src/domain/moves.ts';
