import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { unwritable } from '../input/files.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { onCall } from '../session/session.ts';
import { environmentFile, type Language, languageOf, languages, starters } from './init/starters.ts';

const help = `
Writes two files to the current folder: .env with the keys of the demo merchant, and a complete callback endpoint. The
command does not change existing files. Without --language, inrgate detects the language, for example from composer.json or
pyproject.toml.

Examples:
  $ inrgate init
  $ inrgate init --language php`;

export function register(command: Command): void {
  command
    .addOption(new Option('--language <name>', 'language of the callback endpoint').choices(languages))
    .addHelpText('after', help);
  onCall<{ readonly language?: Language }>(command, async (session, { language = languageOf('.') }) => {
    const { output } = session;
    const [callbacks, credited] = ['http://127.0.0.1:3000/callbacks', 'http://127.0.0.1:3000/credited'];
    const { file, text, start } = starters[language];
    const files = { '.env': environmentFile, [file]: text };
    const written = Object.entries(files).flatMap(([name, content]) => (wrote(name, content) ? [name] : []));
    const kept = Object.keys(files).filter((name) => !written.includes(name));
    output.data({ language, written, kept }, () =>
      [...written.map((name) => `wrote ${name}`), ...kept.map((name) => `kept the existing ${name}`)].join(
        '\n',
      ),
    );
    if (kept.includes('.env'))
      output.note('the endpoint reads these variables; add them to .env:', environmentFile.trimEnd());
    output.note(
      'next, in separate terminals:',
      `  ${session.commandLine('serve')}`,
      `  ${start}`,
      `  ${session.commandLine('check', 'webhook', callbacks, '--probe', credited)}`,
    );
  });
}

function wrote(name: string, content: string): boolean {
  try {
    writeFileSync(name, content, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (systemCodeOf(cause) === 'EEXIST') return false;
    throw unwritable(name, cause);
  }
}
