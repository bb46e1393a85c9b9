/** Returns the system's error code, for example `ECONNREFUSED`. The message could contain a URL. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
