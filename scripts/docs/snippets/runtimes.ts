import { spawnSync } from 'node:child_process';

/** How a program of a language is run, and where to get what runs it. */
export interface Runtime {
  /** What the snippet is called as a file, when the page does not say it. */
  readonly file: string;
  readonly run: string;
  readonly debian: string;
}

export const runtimes: Readonly<Record<string, Runtime>> = {
  python: { file: 'snippet.py', run: 'python3', debian: 'python3' },
  php: { file: 'snippet.php', run: 'php', debian: 'php-cli' },
  java: { file: 'Snippet.java', run: 'java', debian: 'default-jdk-headless' },
  go: { file: 'snippet.go', run: 'go run', debian: 'golang-go' },
  ruby: { file: 'snippet.rb', run: 'ruby', debian: 'ruby' },
  perl: { file: 'snippet.pl', run: 'perl', debian: 'perl' },
  ts: { file: 'snippet.ts', run: 'node', debian: 'nodejs' },
  js: { file: 'snippet.mjs', run: 'node', debian: 'nodejs' },
};

/** What to install when a language is not on this machine; null when it is. */
export function missing({ run, debian }: Runtime): string | null {
  const [program = ''] = run.split(' ');
  const { error } = spawnSync(program, ['--version']);
  return error === undefined
    ? null
    : `${program} is not on this machine, and the snippet cannot be run: on Debian, apt-get install ${debian}`;
}
