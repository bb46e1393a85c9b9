import type { RuntimeName } from '../../../test/runtimes.ts';

/** How to run the programs of a language. */
export interface Runtime {
  /** File name for a snippet without a title. */
  readonly file: string;
  readonly run: string;
  /** Required program. Node is not listed, because it runs the tests. */
  readonly needs?: RuntimeName;
}

export const runtimes = {
  python: { file: 'snippet.py', run: 'python3', needs: 'python' },
  php: { file: 'snippet.php', run: 'php', needs: 'php' },
  java: { file: 'Snippet.java', run: 'java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC', needs: 'java' },
  go: { file: 'snippet.go', run: 'go run', needs: 'go' },
  ts: { file: 'snippet.ts', run: 'node' },
  js: { file: 'snippet.mjs', run: 'node' },
} as const satisfies Readonly<Record<string, Runtime>>;
