import type { ControlClient } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { mchId, order } from './arguments.ts';
import { refuseRemoteCallbacks } from './callback-address.ts';
import { bodyOf, callAt, queryOf, type Route, type Shape } from './control-schemas.ts';
import { type Tool, tool } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

interface ControlTool extends Pick<Tool, 'name' | 'annotations'> {
  readonly route: Route;
  /** What the summary of the call leaves out. */
  readonly more?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** Creates a tool for one control call, with its arguments and its result. */
export function controlTool({ name, route, annotations, more }: ControlTool): Tool {
  const { summary, body } = callAt(route);
  const [method = '', path = ''] = route.split(' ');
  const named = subjectOf(path, name);
  const [inBody, inQuery] = [bodyOf(route), queryOf(route)];
  return tool({
    name,
    annotations,
    description: [`${summary}.`, ...(more === undefined ? [] : [more])].join(' '),
    input: { ...named, ...inBody, ...inQuery },
    run: async (context, given: Given) => {
      const id = path.startsWith('/merchants/')
        ? context.merchantId(given['mchId'] as string | undefined)
        : (given['order'] ?? given['id']);
      refuseRemoteAddresses(context, given);
      const control = await context.control();
      if (method === 'POST' && path.startsWith('/orders/') && given['to'] === undefined)
        await refuseRemoteCallbacks(context, control, given as { readonly order: string });
      const request = {
        id,
        query: texts(pick(given, inQuery)),
        ...(body !== undefined && { body: pick(given, inBody) }),
      };
      return ((await callerOf(control, method)(path, request)) as object | undefined) ?? { done: true };
    },
  });
}

/** The argument that replaces `:id` of the path. */
function subjectOf(path: string, name: string): Shape {
  if (path.startsWith('/merchants/')) return { mchId };
  if (path.startsWith('/orders/')) return { order };
  // `callback_list` lists the ids for `callback_get`.
  const list = name.replace(/_[a-z]+$/, '_list');
  return path.includes(':id') ? { id: z.string().describe(`Id, from ${list}.`) } : {};
}

/** Arguments that contain a URL to which the gateway sends requests. */
const addresses = ['callbackUrl', 'notifyUrl', 'to', 'url', 'probe', 'payoutProbe', 'createOrder'];

/** @throws {UsageError} for a URL on another machine without permission */
export function refuseRemoteAddresses(context: ToolContext, given: Given): void {
  for (const name of addresses) context.allowed(name, given[name] as string | null | undefined);
}

function pick(given: Given, shape: Shape): Given {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => Object.hasOwn(shape, name) && value !== undefined),
  );
}

function texts(given: Given): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function callerOf(control: ControlClient, method: string) {
  const callers = { GET: control.get, POST: control.post, PATCH: control.patch };
  const caller = callers[method as keyof typeof callers] as (
    path: string,
    request: object,
  ) => Promise<unknown>;
  return caller.bind(control);
}
