import { type Command, InvalidArgumentError, type Option } from 'commander';
import { variable } from '../../input/environment.ts';

/** The other global options already have environment variables, for example INRGATE_BASE_URL. */
const ofOutput = ['--json', '--quiet'];

const switches: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Makes each option of a command available as an environment variable. Example: INRGATE_CONTROL_TOKEN for
 * `--control-token`. A switch is set with true or 1, and unset with false or 0. An option on the command line takes precedence.
 *
 * @returns a function that converts an option's attribute to its name as the user set it: `--db` or `INRGATE_DB`
 */
export function readEnvironment(command: Command): (attribute: string) => string {
  command.hook('preAction', () => {
    for (const { owner, option } of optionsOf(command)) {
      const name = variableOf(option);
      const text = variable(process.env, name);
      if (!option.required && text !== undefined && !switches.has(text))
        throw new InvalidArgumentError(`${name} '${text}' is invalid. Allowed: true, false, 1 or 0.`);
      const isGiven = owner.getOptionValueSource(option.attributeName()) === 'cli';
      if (!isGiven && text === undefined && process.env[name])
        throw new InvalidArgumentError(`${name} is blank. Set a value, or unset the variable`);
      if (text === undefined || isGiven) continue;
      owner.setOptionValueWithSource(option.attributeName(), parsed(option, text), 'env');
    }
  });
  return (attribute) => {
    const option = command.options.find((one) => one.attributeName() === attribute);
    if (option === undefined) return attribute;
    const isVariable = command.getOptionValueSource(attribute) === 'env';
    return isVariable ? variableOf(option) : (option.long ?? attribute);
  };
}

export function optionsOf(command: Command): readonly { readonly owner: Command; readonly option: Option }[] {
  const own = command.options.map((option) => ({ owner: command, option }));
  const { parent } = command;
  if (parent === null) return own;
  const global = parent.options.filter(({ long }) => ofOutput.includes(long ?? ''));
  return [...own, ...global.map((option) => ({ owner: parent, option }))];
}

export function variableOf({ long }: Option): string {
  return `INRGATE_${(long ?? '').slice(2).toUpperCase().replaceAll('-', '_')}`;
}

function parsed(option: Option, text: string): unknown {
  if (!option.required) return switches.get(text);
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`${variableOf(option)} '${text}' is invalid. ${error.message}`);
  }
}
