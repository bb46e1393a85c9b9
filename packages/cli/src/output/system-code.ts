/** The system's code of what went wrong, such as ENOSPC; undefined where it has none. */
export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
