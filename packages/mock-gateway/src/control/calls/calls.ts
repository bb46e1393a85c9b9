import type { ControlCall } from './call.ts';
import { gatewayCalls } from './gateway.ts';
import { merchantCalls } from './merchants.ts';
import { operatorCalls } from './operator.ts';
import { orderCalls } from './orders.ts';

/**
 * Every control call, by its method and its path below `/_mock`. `:id` is one path segment (contract: Control API).
 * HTTP routes, the OpenAPI document and the types of the client and the dashboard derive from this table.
 */
export const controlCalls = { ...gatewayCalls, ...merchantCalls, ...orderCalls, ...operatorCalls };

/** A control call with its HTTP method and path. */
export interface ControlRoute extends ControlCall {
  readonly method: string;
  readonly path: string;
}

/** Every control call with its method and path. */
export const controlRoutes: readonly ControlRoute[] = Object.entries(controlCalls).map(([route, call]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, ...call };
});
