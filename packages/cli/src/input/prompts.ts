import { UsageError } from '../output/usage-error.ts';

/** Whether there is somebody to ask: a terminal to type into, and one that shows the question. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks for a text, again until it is accepted. `accepts` answers true, or what is wrong. White space around it came with
 * the pasting.
 */
export async function askText(
  message: string,
  options: { readonly default?: string; readonly accepts?: (text: string) => true | string } = {},
): Promise<string> {
  const { accepts, ...others } = options;
  const validate = accepts && ((text: string) => accepts(text.trim()));
  const text = await ask(({ input }, context) =>
    input({ message, ...others, ...(validate && { validate }) }, context),
  );
  return text.trim();
}

/** Asks for a key; what is typed is not shown. White space that came with the pasting is none of it. */
export async function askKey(message: string): Promise<string> {
  return (await ask(({ password }, context) => password({ message, mask: true }, context))).trim();
}

/** Asks for a yes or no; Enter is no. Ask `canAsk` first. A signal that aborts cancels the question. */
export function confirm(message: string, signal?: AbortSignal): Promise<boolean> {
  return ask(({ confirm: ask }, context) =>
    ask({ message, default: false }, { ...context, ...(signal && { signal }) }),
  );
}

type Prompts = typeof import('./questions.ts');

/** Questions go to standard error: standard output is for data. */
async function ask<T>(
  question: (prompts: Prompts, context: { readonly output: NodeJS.WritableStream }) => Promise<T>,
): Promise<T> {
  try {
    return await question(await import('./questions.ts'), { output: process.stderr });
  } catch (error) {
    // Ctrl-C and Ctrl-D, or the signal. The classes are in a package of their own.
    if (!(error instanceof Error) || !/^(Exit|Abort)PromptError$/.test(error.name)) throw error;
    throw new UsageError('cancelled', { cause: error });
  }
}
