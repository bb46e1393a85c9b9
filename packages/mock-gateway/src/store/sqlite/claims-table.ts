/**
 * Claims on callbacks. A temporary table takes part in transactions and never reaches the disk, so a claim costs no wait for
 * it. A database has one process, and its claims end with it: its callbacks are then due as if never claimed.
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

/** SQL that ends all claims. */
export const endAllClaims = 'DELETE FROM claims';

/** Conditions of a row of `callbacks`. */
export const isClaimed = 'seq IN (SELECT seq FROM claims)';
export const unclaimed = 'seq NOT IN (SELECT seq FROM claims)';
