import { systemCodeOf, UsageError } from '../output/usage-error.ts';

/** Converts an error of `listen` to a usage error if the host or port caused it. */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const code = systemCodeOf(error);
  if (code === 'EADDRINUSE') {
    return new UsageError(`${host}:${port} is in use. Use another --port, or --port 0 for a free port`);
  }
  if (code === 'EACCES') {
    return new UsageError(`${host}:${port} requires more permissions. Use a --port above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`--host ${host} is not an IP address of this machine`);
  }
  return error;
}
