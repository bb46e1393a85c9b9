import { UsageError } from '../output/usage-error.ts';

/** Returns true if the command can show a prompt on a terminal and read the input. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** `accepts` returns true or the issue. Removes the white space that pasted input often contains. */
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

export async function askKey(message: string): Promise<string> {
  return (await ask(({ password }, context) => password({ message, mask: true }, context))).trim();
}

/** Prompts for yes or no. Enter means no. Call `canAsk` first. The signal cancels the prompt. */
export function confirm(message: string, signal?: AbortSignal): Promise<boolean> {
  return ask(({ confirm: ask }, context) =>
    ask({ message, default: false }, { ...context, ...(signal && { signal }) }),
  );
}

type Prompts = typeof import('./questions.ts');

/** Shows a prompt on standard error, because standard output is for data. */
async function ask<T>(
  question: (prompts: Prompts, context: { readonly output: NodeJS.WritableStream }) => Promise<T>,
): Promise<T> {
  try {
    return await question(await import('./questions.ts'), { output: process.stderr });
  } catch (error) {
    // Handles Ctrl-C, Ctrl-D and an abort of the signal. The error classes are in another package, so compare their
    // names.
    if (!(error instanceof Error) || !/^(Exit|Abort)PromptError$/.test(error.name)) throw error;
    throw new UsageError('cancelled', { cause: error });
  }
}
