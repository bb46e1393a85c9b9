import { settings } from './run.ts';

/**
 * Version 3: counts the calls of a group's creates in the group's own transaction. Rows of callers are locked before
 * all other rows, in the order of `admit`. If one call exceeds its limit, nothing is stored or counted.
 */
export const admitted = `
  CREATE FUNCTION run_admitted(
    group_id uuid, locks jsonb, works jsonb, has_changes boolean,
    asked_era bigint, callers text[], limits bigint[], instants bigint[], window_ms bigint, most_callers bigint
  ) RETURNS jsonb LANGUAGE plpgsql ${settings()} AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM admit(asked_era, callers, limits, instants, window_ms, most_callers) WHERE retry_after IS NOT NULL
    ) THEN RAISE EXCEPTION USING ERRCODE = 'IG004', MESSAGE = 'a call is over its limit'; END IF;
    RETURN run(group_id, locks, works, has_changes);
  END $$;
`;
