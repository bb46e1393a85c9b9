/**
 * How a function finds its tables, through a pooler too, and makes its plans: while the tables are empty, so that none may
 * walk through one that grows.
 */
export const lasting = 'SET search_path FROM CURRENT SET enable_seqscan = off SET jit = off';

/** Advisory locks of a schema beside those of the store, by class: each is held while numbers are given. */
export const numbering = {
  requests: '11, hashtext(current_schema())',
  events: '12, hashtext(current_schema())',
  turns: '13, hashtext(current_schema())',
};
