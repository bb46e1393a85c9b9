/** Back to the schedule as it was before the claim. */
export const unclaimed = `state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL, lease_owner = NULL`;

/** Ends every lease. Only for whoever has the database alone: all owners are gone then. */
export const endAllLeases = `UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering'`;
