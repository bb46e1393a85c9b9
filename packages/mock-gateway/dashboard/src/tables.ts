// Only this module imports values of the gateway: tables that load no schemas.

export { faultEffects, faultEndpoints } from '../../src/domain/fault-kinds.ts';
export { orderMoves } from '../../src/domain/moves.ts';
