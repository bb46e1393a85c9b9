import { describeIssues } from '@inrgate/sdk/internal';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ToolContext } from './tool-context.ts';

export interface ToolCall {
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  /** @throws {WrongArguments} for arguments that the input does not allow */
  readonly run: (context: ToolContext, given: unknown, call: ToolCall) => Promise<object>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface ToolOf<Input extends Shape> extends Pick<Tool, 'name' | 'description' | 'annotations'> {
  readonly input: Input;
  readonly run: (
    context: ToolContext,
    args: z.output<z.ZodObject<Input, z.core.$strict>>,
    call: ToolCall,
  ) => Promise<object>;
}

/** Creates a tool that validates its arguments first. Rejects unknown arguments, because they can be misspelt. */
export function tool<const Input extends Shape>({ input: shape, run, ...named }: ToolOf<Input>): Tool {
  const input = z.strictObject(shape);
  return {
    ...named,
    input,
    run: (context, given, call) => {
      const { data, error } = input.safeParse(withOrder(shape, given ?? {}));
      if (data === undefined) throw new WrongArguments(error);
      return run(context, data, call);
    },
  };
}

/** Names by which results and other tools name an order. */
const orderNames = ['order', 'orderNo', 'mchOrderNo', 'linkCode', 'clientRef'];

/** Accepts every name of an order for a tool that expects one order, because results contain several of its numbers. */
function withOrder(shape: Shape, given: object): object {
  const [own, ...others] = orderNames.filter((name) => Object.hasOwn(shape, name));
  if ((own !== 'order' && own !== 'orderNo') || others.length > 0) return given;
  const entries = Object.entries(given);
  const named = entries.filter(([name]) => orderNames.includes(name));
  const [, order] = named.find(([name]) => name === own) ?? named[0] ?? [];
  const rest = entries.filter(([name]) => !orderNames.includes(name));
  return { ...Object.fromEntries(rest), ...(order !== undefined && { [own]: order }) };
}

export const mchId = z.string().optional().describe('Default: the current merchant.');

export const order = z.string().min(1).describe('mchOrderNo, orderNo, clientRef or linkCode.');

export const limit = z.int().min(1).max(200).default(20).describe('Maximum number of items.');

export const cursor = z.string().optional().describe('nextCursor of the previous page.');

/** The arguments of a tool are invalid. The message omits their values. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';

  constructor(error: z.ZodError | undefined) {
    super(describeIssues(error ?? { issues: [] }), { cause: error });
  }
}

const closed = { openWorldHint: false } as const;

/** A client can prompt the user first. By default, a tool is not read-only and not idempotent. */
export const hints = {
  reads: { ...closed, readOnlyHint: true },
  /** Hints for a tool that adds an item at each call. */
  adds: { ...closed, destructiveHint: false },
  /** Hints for a tool that adds an item at the first call. A repeated call changes nothing. */
  addsOnce: { ...closed, destructiveHint: false, idempotentHint: true },
  changes: { ...closed, destructiveHint: true },
  changesOnce: { ...closed, destructiveHint: true, idempotentHint: true },
} as const satisfies Record<string, ToolAnnotations>;
