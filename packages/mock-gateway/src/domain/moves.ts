export function legalMoves<Name extends string, Status extends string>(
  table: Readonly<Record<Name, readonly Status[]>>,
  status: Status,
): readonly Name[] {
  const rows = Object.entries(table) as [Name, readonly Status[]][];
  return rows.flatMap(([name, from]) => (from.includes(status) ? [name] : []));
}
