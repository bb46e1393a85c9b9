/** Back to the schedule as it was before the claim. */
export const unclaimed = `state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL, lease_owner = NULL`;

/** Ends every lease. The caller must be the only user of the database, because all owners are then gone. */
export const endAllLeases = `UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering'`;
