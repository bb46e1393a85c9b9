import { UsageError } from '../failures/exit-codes.ts';
import type { Session } from '../session/session.ts';

/** The merchant that a command is about: the one that is named, else the one that calls are made as. */
export function merchantOf(session: Session, named: string | undefined): string {
  const mchId = named ?? session.settings.mchId;
  if (mchId === undefined) throw new UsageError('which merchant? Give its mchId, or --mch-id');
  return mchId;
}
