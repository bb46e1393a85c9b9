import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ToolContext } from './tool-context.ts';
import { WrongArguments } from './wrong-arguments.ts';

/** Result of a tool: the data, and a summary of one or two sentences. */
export interface ToolResult {
  readonly data: object;
  readonly text: string;
}

export interface ToolCall {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports the progress to the client if the client requested it. */
  readonly progress: (message: string) => void;
}

/** Definition and implementation of a tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Description of the tool: its purpose, its use and the next step. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** @throws {WrongArguments} for arguments that the input does not allow */
  readonly run: (context: ToolContext, given: unknown, call: ToolCall) => Promise<ToolResult>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface ToolOf<Input extends Shape>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'output'> {
  readonly input: Input;
  readonly run: (
    context: ToolContext,
    args: z.output<z.ZodObject<Input, z.core.$strict>>,
    call: ToolCall,
  ) => Promise<ToolResult>;
}

/** Creates a tool that validates its arguments first. Rejects unknown arguments, because they can be misspelt. */
export function tool<const Input extends Shape>({ input: shape, run, ...named }: ToolOf<Input>): Tool {
  const input = z.strictObject(shape);
  return {
    ...named,
    input,
    run: (context, given, call) => {
      const { data, error } = input.safeParse(given ?? {});
      if (data === undefined) throw new WrongArguments(error);
      return run(context, data, call);
    },
  };
}

const closed = { openWorldHint: false } as const;

/**
 * Effects of a tool on the gateway. A client can use these hints to prompt the user first. By default, a tool is not
 * read-only and not idempotent.
 */
export const hints = {
  reads: { ...closed, readOnlyHint: true },
  /** Hints for a tool that adds an item at each call. */
  adds: { ...closed, destructiveHint: false },
  /** Hints for a tool that adds an item at the first call. A repeated call changes nothing. */
  addsOnce: { ...closed, destructiveHint: false, idempotentHint: true },
  /** Hints for a tool whose effect is permanent. */
  changes: { ...closed, destructiveHint: true },
  changesOnce: { ...closed, destructiveHint: true, idempotentHint: true },
} as const satisfies Record<string, ToolAnnotations>;
