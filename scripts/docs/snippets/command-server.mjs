/**
 * Runs `inrgate` commands in one process, because a start of Node takes longer than most commands.
 *
 * usage: node command-server.mjs MAIN PORT
 *
 * MAIN is the command's entry point. A client sends the working folder, the number of
 * arguments, the arguments, the environment and an empty string, each with a NUL after it. The server responds with a
 * script for the client's shell that prints the output and exits with the exit code. While a command runs, the server
 * closes every other connection, and the client then starts its own process.
 */
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';

const main = pathToFileURL(process.argv[2] ?? '').href;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let runs = 0;
let isBusy = false;

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * @param {readonly string[]} fields
 * @returns {{ folder: string, args: readonly string[], env: readonly string[] } | null} null until the request is complete
 */
function requestOf([folder = '', count, ...rest]) {
  if (count === undefined) return null;
  const env = rest.slice(Number(count));
  const end = env.indexOf('');
  return end === -1 ? null : { folder, args: rest.slice(0, Number(count)), env: env.slice(0, end) };
}

/**
 * @param {import('node:net').Socket} socket
 * @returns {Promise<NonNullable<ReturnType<typeof requestOf>>>}
 */
function request(socket) {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      const complete = requestOf(text.split('\0').slice(0, -1));
      if (complete !== null) resolve(complete);
    });
    socket.once('close', () => reject(new Error(`the request is incomplete: ${text}`)));
  });
}

/**
 * Runs one command. The entry point is a new module for each command, and shares the other modules.
 * @param {{ folder: string, args: readonly string[], env: readonly string[] }} command
 */
async function run({ folder, args, env }) {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const variable of env) {
    const at = variable.indexOf('=');
    process.env[variable.slice(0, at)] = variable.slice(at + 1);
  }
  process.argv.splice(1, Infinity, main, ...args);
  let script = '';
  for (const [stream, redirect] of /** @type {const} */ ([
    [process.stdout, ''],
    [process.stderr, ' >&2'],
  ])) {
    stream.write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
      script += `printf %s ${quoted(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())}${redirect}\n`;
      const written = rest.find((argument) => typeof argument === 'function');
      if (written !== undefined) queueMicrotask(() => written());
      return true;
    };
  }
  runs += 1;
  const { finished } = await import(`${main}?${runs}`);
  await finished;
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  for (const signal of signals) process.removeAllListeners(signal);
  process.stdout.removeAllListeners('error');
  process.stderr.removeAllListeners('error');
  return `${script}exit ${code}\n`;
}

const server = createServer(async (socket) => {
  if (isBusy) return void socket.end();
  isBusy = true;
  const command = await request(socket);
  socket.end(await run(command));
  isBusy = false;
});
const print = process.stdout.write.bind(process.stdout);
server.listen(Number(process.argv[3]), '127.0.0.1', () => print('ready\n'));
