/**
 * Settings of the schema's functions. A cached plan can be older than a large table, so no plan may scan a whole table.
 * The search path is fixed, so a function finds its tables even through a pooler.
 *
 * @param lockTimeout time that a group waits for locked rows before it is retried
 */
export const settings = (
  lockTimeout = '5s',
) => `SET search_path FROM CURRENT SET lock_timeout = '${lockTimeout}'
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
  SET plan_cache_mode = force_generic_plan`;

/** Advisory locks of a schema: the first for writers, the second for claims of callbacks. */
export const writing = `1, hashtext(current_schema())`;
const claiming = `2, hashtext(current_schema())`;

/**
 * Lock for reading a page of a list. While a reader holds this lock, no insert is in progress, so no row can get a
 * number below the page.
 */
export function writingLock(schema: string): string {
  return `pg_advisory_xact_lock(1, hashtext('${schema.replaceAll('"', '')}'))`;
}

/**
 * Runs the commands of one turn of an instance in one statement. A stalled client therefore holds no lock, and the
 * statement works through a transaction pooler.
 */
export const run = `
  -- Everything that a group will touch and others may want too, in one order for all (store/lock-order.ts): no two groups
  -- wait for each other.
  CREATE FUNCTION take_locks(locks jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    names text[];
    seqs bigint[];
  BEGIN
    IF locks ? 'config' THEN PERFORM 1 FROM config FOR UPDATE; END IF;
    IF locks ? 'settings' THEN PERFORM 1 FROM settings FOR UPDATE; END IF;
    IF locks ? 'clock' THEN PERFORM 1 FROM clock FOR UPDATE; END IF;
    -- Whoever writes any merchant counts it here.
    IF locks ? 'merchants' THEN PERFORM 1 FROM gateway FOR UPDATE; END IF;
    -- Of what is not there yet only the name can be taken.
    IF locks ? 'references' THEN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended(name, hashtext(current_schema())) AS key
        FROM jsonb_array_elements_text(locks->'references') AS name ORDER BY 1) AS keys;
    END IF;
    IF locks ? 'deposits' THEN
      names := ARRAY(SELECT jsonb_array_elements_text(locks->'deposits'));
      PERFORM 1 FROM deposits WHERE order_no = ANY (names) ORDER BY order_no COLLATE "C" FOR NO KEY UPDATE;
    END IF;
    IF locks ? 'payouts' THEN
      names := ARRAY(SELECT jsonb_array_elements_text(locks->'payouts'));
      PERFORM 1 FROM payouts WHERE order_no = ANY (names) ORDER BY order_no COLLATE "C" FOR NO KEY UPDATE;
    END IF;
    -- A merchant's transactions are numbered when its accounts are held, so that its journal is in the order of commits.
    IF locks ? 'accounts' THEN
      names := ARRAY(SELECT jsonb_array_elements_text(locks->'accounts'));
      PERFORM 1 FROM accounts JOIN slots ON account_seq = seq
        WHERE name = ANY (names) AND slot = own_slot() ORDER BY name COLLATE "C" FOR NO KEY UPDATE OF slots;
      PERFORM 1 FROM accounts WHERE name = ANY (names) AND mch_id IS NOT NULL ORDER BY name COLLATE "C"
        FOR NO KEY UPDATE;
    END IF;
    IF locks ? 'days' THEN
      INSERT INTO daily_withdrawals (mch_id, day, amount)
        SELECT mch_id, day, 0 FROM jsonb_to_recordset(locks->'days') AS days (mch_id text, day text)
        JOIN merchants USING (mch_id) ORDER BY mch_id COLLATE "C", day COLLATE "C" ON CONFLICT DO NOTHING;
      PERFORM 1 FROM daily_withdrawals
        JOIN jsonb_to_recordset(locks->'days') AS days (mch_id text, day text) USING (mch_id, day)
        ORDER BY mch_id COLLATE "C", day COLLATE "C" FOR NO KEY UPDATE OF daily_withdrawals;
    END IF;
    IF locks ? 'callbacks' OR locks ? 'resends' THEN
      seqs := ARRAY(
        SELECT value::bigint FROM jsonb_array_elements_text(locks->'callbacks') AS value
        UNION SELECT seq FROM callbacks WHERE id IN (SELECT jsonb_array_elements_text(locks->'resends')));
      PERFORM 1 FROM callbacks WHERE seq = ANY (seqs) ORDER BY seq FOR NO KEY UPDATE;
    END IF;
    -- Claims of several gateways take turns: the places of a receiver are counted over all.
    IF locks ? 'claims' THEN PERFORM pg_advisory_xact_lock(${claiming}); END IF;
  END $$;

  -- A change that is tried by itself is taken back by itself, which costs it a subtransaction.
  CREATE FUNCTION run_work(work jsonb, by_itself boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    CASE work->>'do'
    WHEN 'change' THEN
      IF NOT EXISTS (SELECT FROM gateway WHERE era = (work->>'era')::bigint) THEN RETURN '"reset"'; END IF;
      IF NOT by_itself THEN
        PERFORM apply_change(work->'writes');
        RETURN 'null';
      END IF;
      BEGIN
        PERFORM apply_change(work->'writes');
        RETURN 'null';
      EXCEPTION WHEN SQLSTATE 'IG001' THEN
        RETURN to_jsonb(SQLERRM);
      END;
    WHEN 'claim' THEN
      IF NOT EXISTS (SELECT FROM gateway WHERE era = (work->>'era')::bigint)
        OR coalesce((SELECT version FROM clock), 0) <> (work->>'clock')::bigint THEN RETURN '"outdated"'; END IF;
      RETURN claim_due(work);
    WHEN 'resend' THEN RETURN coalesce(claim_for_resend(work), 'null');
    WHEN 'renew' THEN RETURN to_jsonb(renew_lease(work));
    WHEN 'finish' THEN RETURN to_jsonb(finish_attempt(work));
    WHEN 'release' THEN RETURN to_jsonb(release_claim(work));
    WHEN 'release_owned' THEN RETURN to_jsonb(release_owned(work));
    END CASE;
  END $$;

  -- As many answers as there are creates.
  CREATE FUNCTION run_creates(work jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM gateway WHERE era = (work->>'era')::bigint) THEN
      RETURN create_deposits(work->'deposits');
    END IF;
    RETURN (SELECT jsonb_agg('reset'::text) FROM jsonb_array_elements(work->'deposits'));
  END $$;

  CREATE FUNCTION run_works(works jsonb, by_themselves boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    work jsonb;
    answers jsonb := '[]';
  BEGIN
    FOR work IN SELECT jsonb_array_elements(works) LOOP
      IF work->>'do' = 'creates' THEN
        answers := answers || run_creates(work);
      ELSE
        answers := answers || jsonb_build_array(run_work(work, by_themselves));
      END IF;
    END LOOP;
    RETURN answers;
  END $$;

  -- Mostly there is no conflict; and only changes, which may be of several writes, have anything to take back. The id goes
  -- in with the answers, as the last step: where an abandoned one stands, all of it is taken back.
  CREATE FUNCTION run(group_id uuid, locks jsonb, works jsonb, has_changes boolean) RETURNS jsonb
  LANGUAGE plpgsql ${settings()} AS $$
  DECLARE
    answers jsonb;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${writing});
    PERFORM take_locks(locks);
    IF has_changes THEN
      BEGIN
        answers := run_works(works, false);
      EXCEPTION WHEN SQLSTATE 'IG001' THEN
        answers := run_works(works, true);
      END;
    ELSE
      answers := run_works(works, false);
    END IF;
    INSERT INTO groups (id, results) VALUES (group_id, answers);
    RETURN answers;
  END $$;

  -- A new era, with nothing of the one before: nobody ever finds it empty.
  CREATE FUNCTION start_over(group_id uuid, believed bigint, writes jsonb) RETURNS jsonb LANGUAGE plpgsql ${settings()} AS $$
  DECLARE
    answers jsonb;
  BEGIN
    PERFORM pg_advisory_xact_lock(${writing});
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

  -- What became of a group: its answers, or null when it was not stored, and from now on never can be.
  CREATE FUNCTION settle(group_id uuid) RETURNS jsonb LANGUAGE plpgsql ${settings()} AS $$
  BEGIN
    INSERT INTO groups (id) VALUES (group_id) ON CONFLICT DO NOTHING;
    RETURN (SELECT results FROM groups WHERE id = group_id);
  END $$;
`;
