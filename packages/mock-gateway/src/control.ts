export type {
  ControlItem,
  ControlListPath,
  ControlPage,
  ControlPath,
  ControlRequest,
  ControlResult,
} from './control/calls/typed.ts';
export { ControlApiError, ControlClient, type ControlClientOptions } from './control/client.ts';
export type { ControlEvent } from './control/responses/events.ts';
export type { ControlResponse, ResponseName } from './control/responses/responses.ts';

/**
 * The zod schemas of the control API: `requests` by method and path, `responses` by the name of their component, `events` by
 * their type. Only this function loads them, so that a program which needs the client alone starts at once.
 */
export async function controlSchemas() {
  const [{ controlRoutes }, { responses }, { events }] = await Promise.all([
    import('./control/calls/calls.ts'),
    import('./control/responses/responses.ts'),
    import('./control/responses/events.ts'),
  ]);
  const requests = controlRoutes.map(({ method, path, query, body }) => [
    `${method} ${path}`,
    { query, body: body?.schema },
  ]);
  return { requests: Object.fromEntries(requests), responses, events };
}
