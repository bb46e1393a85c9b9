import type { Db } from './database.ts';

/** Back to the schedule as it was before the claim. */
export const unclaimed = `state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL, lease_owner = NULL`;

/** What a crash has left half done is due again. Only for whoever has the database alone: all owners are gone then. */
export function endAllLeases(db: Db): void {
  db.exec(`UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering'`);
}
