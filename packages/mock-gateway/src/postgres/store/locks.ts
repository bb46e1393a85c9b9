type Kind =
  | 'config'
  | 'settings'
  | 'clock'
  | 'merchants'
  | 'references'
  | 'deposits'
  | 'payouts'
  | 'accounts'
  | 'days'
  | 'callbacks'
  | 'resends'
  | 'claims';

export interface Lock {
  readonly kind: Kind;
  readonly of: readonly (string | Day)[];
}

interface Day {
  readonly mch_id: string;
  readonly day: string;
}

/** Collects the rows to lock before a group of commands begins. */
export function gathered(locks: readonly Lock[]): Readonly<Partial<Record<Kind, Lock['of']>>> {
  const kinds = Map.groupBy(locks, ({ kind }) => kind);
  return Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.flatMap((lock) => lock.of)]));
}
