import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import { WrongArguments } from './wrong-arguments.ts';

/** What a tool answers: the data, and the same in a sentence or two. */
export interface Told {
  readonly data: object;
  readonly text: string;
}

/** One call of a tool. */
export interface ToolCall {
  /** Aborted when the client takes the call back. */
  readonly signal: AbortSignal;
  /** Tells how far it is, to a client that asked for that. */
  readonly progress: (message: string) => void;
}

/** A tool as an assistant sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does, when to take it, and what to do next. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  /** What it answers when it has an answer. */
  readonly output: z.ZodType;
  /** @throws {WrongArguments} for what the input does not allow */
  readonly run: (desk: Desk, given: unknown, call: ToolCall) => Promise<Told>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface ToolOf<Input extends Shape>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'output'> {
  readonly input: Input;
  readonly run: (
    desk: Desk,
    args: z.output<z.ZodObject<Input, z.core.$strict>>,
    call: ToolCall,
  ) => Promise<Told>;
}

/** A tool whose arguments are read before it runs; unknown ones are refused, as they would be a misspelt one. */
export function tool<const Input extends Shape>({ input: shape, run, ...named }: ToolOf<Input>): Tool {
  const input = z.strictObject(shape);
  return {
    ...named,
    input,
    run: (desk, given, call) => {
      const { data, error } = input.safeParse(given ?? {});
      if (data === undefined) throw new WrongArguments(error);
      return run(desk, data, call);
    },
  };
}

/** Everything happens at the gateway, which is no open world. */
const closed = { openWorldHint: false } as const;

/** What a tool does to the gateway, for a client that asks before it lets one run. */
export const hints = {
  reads: { ...closed, readOnlyHint: true },
  /** Something more is there; a second time, it is there twice. */
  adds: { ...closed, readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** A second time changes nothing. */
  addsOnce: { ...closed, readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  /** What was before cannot be had back. */
  changes: { ...closed, readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  changesOnce: { ...closed, readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} as const satisfies Record<string, ToolAnnotations>;
