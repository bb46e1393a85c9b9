import type { Command } from 'commander';
import { answerText } from '../../mock/control-text.ts';
import { onCall, type Session } from '../../session/session.ts';

interface ControlCommand<Answer extends object, Options extends object> {
  readonly description: string;
  /** Arguments of `inrgate mock` for the help. */
  readonly examples: readonly string[];
  readonly call: (session: Session, args: readonly string[], options: Options) => Promise<Answer>;
  /** Formats the response, or contains the title above its fields. */
  readonly text: string | ((answer: Answer) => string);
}

/** Registers a command that prints the response of the control API: as text, or as JSON with `--json`. */
export function registerControl<Answer extends object, Options extends object = object>(
  command: Command,
  { description, examples, call, text }: ControlCommand<Answer, Options>,
): void {
  describe(command, description, ...examples);
  onCall<Options>(command, async (session, options, args) => {
    const answer = await call(session, args, options);
    session.output.data(answer, () => (typeof text === 'string' ? answerText(text, answer) : text(answer)));
  });
}

/** Adds the description and the examples of a command of `inrgate mock`. */
export function describe(command: Command, description: string, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `\n  $ inrgate mock ${example}`);
  return command
    .description(description)
    .addHelpText('after', `\nExample${lines.length === 1 ? '' : 's'}:${lines.join('')}`);
}
