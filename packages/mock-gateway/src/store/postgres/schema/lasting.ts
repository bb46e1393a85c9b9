/**
 * How a function finds its tables, through a pooler too, and makes its plans: while the tables are empty, so that none may
 * walk through one that grows.
 */
export const lasting = 'SET search_path FROM CURRENT SET enable_seqscan = off SET jit = off';
