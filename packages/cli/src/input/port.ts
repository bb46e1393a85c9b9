import { InvalidArgumentError } from 'commander';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** A port of this machine, for commander; 0 is a free one. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}

/** Why it cannot listen there, as a mistake in the command line if it is one. */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const code = systemCodeOf(error);
  if (code === 'EADDRINUSE') {
    return new UsageError(`${host}:${port} is in use: choose another --port, or --port 0 for a free one`);
  }
  if (code === 'EACCES') {
    return new UsageError(`${host}:${port} needs more rights: choose a --port above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`--host ${host} is no address of this machine`);
  }
  return error;
}
