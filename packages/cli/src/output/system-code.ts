/** System code of an error, for example ENOSPC, or undefined without a code. */
export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
