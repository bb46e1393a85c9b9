import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import { type CallAt, controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { mchId } from './arguments.ts';
import { bodyOf, callAt, filtersOf, type Route } from './control-schemas.ts';
import { type Tool, tool } from './tool.ts';

type Name<Of extends Route> =
  CallAt<Of> extends {
    readonly response?: infer Response extends keyof typeof controlResponses;
  }
    ? Response
    : never;

interface ControlTool<Of extends Route> extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> {
  readonly route: Of;
  /** Arguments that differ from the arguments of the control call. */
  readonly input?: Readonly<Record<string, z.ZodType>>;
  readonly text: (answer: ControlResponse<Name<Of>>) => string;
}

/** Creates a tool for one control call, with its arguments and its result. */
export function controlTool<Of extends Route>({ route, input = {}, text, ...named }: ControlTool<Of>): Tool {
  const { body, query, response } = callAt(route) as unknown as {
    body?: object;
    query?: object;
    response: Name<Of>;
  };
  const [method = '', path = ''] = route.split(' ');
  const ofMerchant = path.startsWith('/merchants/:id');
  return tool({
    ...named,
    output: controlResponses[response],
    input: {
      ...(path.includes(':id') &&
        !ofMerchant && { id: z.string().describe(`Id, from ${listOf(named.name)}.`) }),
      ...(body !== undefined && bodyOf(route)),
      ...(query !== undefined && filtersOf(route)),
      ...input,
      ...(ofMerchant && { mchId }),
    },
    run: async (context, { id, ...given }: Readonly<Record<string, unknown>>) => {
      const control = await context.control();
      const { mchId: named, ...rest } = given;
      const fields = ofMerchant ? rest : given;
      const request = {
        id: ofMerchant ? context.merchantId(named as string | undefined) : id,
        ...(body !== undefined && { body: fields }),
        ...(query !== undefined && { query: texts(fields) }),
      };
      const data = await callerOf(control, method)(path, request);
      return { data: data as object, text: text(data as ControlResponse<Name<Of>>) };
    },
  });
}

/** Name of the tool that lists the ids for a tool: `callback_list` for `callback_get`. */
function listOf(name: string): string {
  return name.replace(/_[a-z]+$/, '_list');
}

function texts(fields: object): Readonly<Record<string, string>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function callerOf(control: ControlClient, method: string) {
  const callers = { GET: control.get, POST: control.post, PATCH: control.patch };
  const caller = callers[method as keyof typeof callers] as (
    path: string,
    request: object,
  ) => Promise<unknown>;
  return caller.bind(control);
}
