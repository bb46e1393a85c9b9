import { lasting, numbering } from './lasting.ts';
import { limitTables } from './limits.ts';
import { watchTables } from './observability.ts';

/**
 * State outside the store that instances share (`postgres/cluster`). The tables are unlogged, so writes do not wait for
 * a disk. A crash of the server empties these tables.
 */
export const clusterTables = `
  ${limitTables}
  ${watchTables}

  CREATE UNLOGGED TABLE faults (
    era bigint PRIMARY KEY,
    version bigint NOT NULL,
    -- Whether there is one at all.
    is_any boolean NOT NULL,
    -- A list with its countdowns and its draws, as JSON.
    list text NOT NULL
  ) WITH (fillfactor = 50);

  CREATE UNLOGGED TABLE checks (
    era bigint NOT NULL,
    mch_id text NOT NULL,
    run text NOT NULL,
    is_running boolean NOT NULL,
    is_stopped boolean NOT NULL DEFAULT false,
    -- What is known of it, as JSON.
    told text NOT NULL,
    -- Whoever runs it says so again before.
    until timestamptz NOT NULL,
    PRIMARY KEY (era, mch_id)
  );

  -- Who waits for a turn, or has it: whoever shares no duty with one of a smaller number.
  CREATE UNLOGGED TABLE tickets (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    duties text[] NOT NULL,
    -- One that is over is still its owner's until somebody has taken it away.
    until timestamptz NOT NULL
  );

  -- Asks for new ones, gives back those that have ended, keeps the others, and takes those away that nobody has kept: a
  -- row that is left is alive.
  CREATE FUNCTION keep_turns(
    asked text[], wanted text[], kept text[], ended text[], lease_ms bigint, channel text, note text
  ) RETURNS TABLE (turn text, is_first boolean) LANGUAGE plpgsql ${lasting} AS $$
    DECLARE lease CONSTANT interval := lease_ms * interval '1 ms';
    BEGIN
      PERFORM pg_advisory_xact_lock(${numbering.turns});
      UPDATE tickets SET until = clock_timestamp() + lease WHERE id = ANY (kept);
      DELETE FROM tickets WHERE id = ANY (ended) OR until <= clock_timestamp();
      IF FOUND THEN PERFORM pg_notify(channel, note); END IF;
      INSERT INTO tickets (id, duties, until)
        SELECT u.id, string_to_array(u.duties, ' '), clock_timestamp() + lease
        FROM unnest(asked, wanted) WITH ORDINALITY AS u (id, duties, n) ORDER BY n;
      RETURN QUERY SELECT t.id, NOT EXISTS (
          SELECT FROM tickets e WHERE e.number < t.number AND e.duties && t.duties
        ) FROM tickets t WHERE t.id = ANY (asked || kept);
    END
  $$;

  CREATE UNLOGGED TABLE instances (
    id text PRIMARY KEY,
    started_at bigint NOT NULL,
    delivering bigint NOT NULL,
    until timestamptz NOT NULL
  );
`;

export const forgottenByCluster = ['rates', 'failures', 'requests', 'faults', 'checks'];
