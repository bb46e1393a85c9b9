import { lasting } from './lasting.ts';
import { settings, writing } from './run.ts';

/**
 * Version 3: the present state of the other instances, and a group that depends on that state and counts its calls.
 *
 * The group takes the lock of a reset before it reads a table. Otherwise the group would hold tables that the reset needs.
 * Then it locks the rows of callers, in the order of `admit`. If the state has changed, the result is null. If a call is
 * over its limit, the group fails. In both cases, nothing is stored or counted.
 */
export const admitted = `
  -- Without the clock steps of the owner. The poller reads the words in this order.
  CREATE FUNCTION present_state(own text) RETURNS text LANGUAGE plpgsql STABLE ${lasting} AS $$
  BEGIN
    RETURN (SELECT concat_ws(' ', g.era, g.merchants_version,
      coalesce((SELECT version FROM settings), 0), coalesce((SELECT version FROM clock), 0),
      coalesce((SELECT at FROM standing WHERE until > clock_timestamp() AND owner <> own), 0),
      EXISTS (SELECT FROM faults f WHERE f.era = g.era AND f.is_any),
      EXISTS (SELECT FROM failures f WHERE f.era = g.era AND f.locked_until > 0),
      EXISTS (SELECT FROM watchers WHERE until > clock_timestamp()),
      (SELECT count(*) FROM instances WHERE until > clock_timestamp()) > 1
    ) FROM gateway g);
  END $$;

  CREATE FUNCTION run_admitted(
    group_id uuid, locks jsonb, works jsonb, has_changes boolean, own text, known_state text,
    asked_era bigint, callers text[], limits bigint[], instants bigint[], window_ms bigint, most_callers bigint
  ) RETURNS jsonb LANGUAGE plpgsql ${settings()} AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${writing});
    IF present_state(own) <> known_state THEN RETURN NULL; END IF;
    IF EXISTS (
      SELECT FROM admit(asked_era, callers, limits, instants, window_ms, most_callers) WHERE retry_after IS NOT NULL
    ) THEN RAISE EXCEPTION USING ERRCODE = 'IG004', MESSAGE = 'a call is over its limit'; END IF;
    RETURN run(group_id, locks, works, has_changes);
  END $$;
`;
