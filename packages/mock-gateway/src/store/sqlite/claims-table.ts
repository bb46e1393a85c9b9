/**
 * Claims on callbacks. A temporary table takes part in transactions but never waits for the disk. When the only process
 * that uses the database ends, the claims end too, and the callbacks are due again.
 */
export const createClaims = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE claims (
    seq INTEGER PRIMARY KEY,
    fence INTEGER NOT NULL,
    lease_owner TEXT NOT NULL,
    lease_until INTEGER NOT NULL
  ) STRICT;
`;

export const endAllClaims = 'DELETE FROM claims';

export const isClaimed = 'seq IN (SELECT seq FROM claims)';
export const unclaimed = 'seq NOT IN (SELECT seq FROM claims)';
