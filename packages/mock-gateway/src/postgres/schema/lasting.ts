/**
 * Settings of a function: the search path, which must survive a pooler, and the planner options. PostgreSQL plans while
 * the tables are empty, so no plan may scan a growing table.
 */
export const lasting = 'SET search_path FROM CURRENT SET enable_seqscan = off SET jit = off';

/**
 * Classes of advisory locks of a schema, in addition to those of the store. A transaction holds one of these locks
 * while it assigns numbers.
 */
export const numbering = {
  requests: '11, hashtext(current_schema())',
  events: '12, hashtext(current_schema())',
  turns: '13, hashtext(current_schema())',
};
