import { forgotten } from './forgotten.ts';
import { settings, writing } from './run.ts';

/**
 * Maximum wait of a reset for a table that another session uses. Later sessions queue behind the waiting reset. The
 * store therefore retries the reset, and other sessions continue between the attempts.
 */
const lockTimeout = '100ms';

/**
 * Maximum wait of a reset for a table that autovacuum uses. PostgreSQL cancels an autovacuum only for a session that
 * has waited for a second (deadlock_timeout).
 */
const vacuumTimeout = '1500ms';

/**
 * Version 2: a reset blocks other sessions only briefly. A query for an outcome distinguishes a deleted outcome from an
 * outcome that never existed.
 */
export const resets = `
  CREATE OR REPLACE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    TRUNCATE ${forgotten.join(', ')};
  END $$;

  -- Sessions that use the tables, for people: the one whose transaction is the oldest first.
  CREATE FUNCTION users_of_tables() RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg(format('process %s (%s)', pid, name), ', '), 'another session') FROM (
      SELECT a.pid, coalesce(nullif(a.application_name, ''), 'without a name') AS name
      FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.granted AND l.pid <> pg_backend_pid() AND l.database = a.datid AND l.relation IN (
        SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
      GROUP BY a.pid, a.application_name, a.xact_start ORDER BY a.xact_start LIMIT 3
    ) AS sessions
  $$;

  CREATE FUNCTION is_vacuumed() RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (
      SELECT FROM pg_locks WHERE granted AND mode = 'ShareUpdateExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace))
  $$;

  CREATE OR REPLACE FUNCTION start_over(group_id uuid, believed bigint, writes jsonb) RETURNS jsonb LANGUAGE plpgsql
  ${settings(lockTimeout)} AS $$
  DECLARE
    answers jsonb;
  BEGIN
    BEGIN
      PERFORM pg_advisory_xact_lock(${writing});
      IF is_vacuumed() THEN PERFORM set_config('lock_timeout', '${vacuumTimeout}', true); END IF;
      LOCK TABLE ${forgotten.join(', ')} IN ACCESS EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN
      RAISE EXCEPTION USING ERRCODE = 'IG002', MESSAGE = users_of_tables();
    END;
    BEGIN
      UPDATE gateway SET era = era + 1, merchants_version = merchants_version + 1 WHERE era = believed;
      IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = 'reset'; END IF;
      PERFORM forget();
      PERFORM open_gateway_accounts();
      PERFORM apply_change(writes);
      answers := jsonb_build_array(believed + 1);
    EXCEPTION WHEN SQLSTATE 'IG001' THEN
      answers := jsonb_build_array(SQLERRM);
    END;
    INSERT INTO groups (id, results) VALUES (group_id, answers);
    RETURN answers;
  END $$;

  -- The function of version 1 stays: an instance of the release before may run on. As before, for whoever names a group of before this one that was stored. Where that one is not there any more, this one
  -- may have been stored and forgotten as well: nobody can say, and it must not be run again.
  CREATE FUNCTION settle(group_id uuid, earlier uuid) RETURNS jsonb LANGUAGE plpgsql ${settings()} AS $$
  DECLARE
    found jsonb;
  BEGIN
    INSERT INTO groups (id) VALUES (group_id) ON CONFLICT DO NOTHING;
    SELECT results INTO found FROM groups WHERE id = group_id;
    IF found IS NULL AND earlier IS NOT NULL AND NOT EXISTS (SELECT FROM groups WHERE id = earlier) THEN
      RAISE EXCEPTION USING ERRCODE = 'IG003', MESSAGE = 'the outcome was forgotten';
    END IF;
    RETURN found;
  END $$;
`;
