/** The columns that the gateway writes, by type. The database assigns `seq`. */
const columns = {
  merchants: {
    text: 'mch_id mch_key mch_secret callback_url callback_format ip_allow_list',
    boolean: 'inr_enabled usdt_enabled suspended',
    bigint: 'payin_min payin_max payout_min payout_max payout_daily version',
  },
  deposits: {
    text: `order_no mch_id kind reference trade_type usdt_address notify_url return_url note pay_token status utr`,
    bigint: 'amount fee net_amount usdt_amount usdt_rate created_at expires_at state_at paid_amount version',
  },
  payouts: {
    text: `order_no mch_id mch_order_no pay_type bank_code account_name account_number ifsc upi_id usdt_address status
      txid message`,
    bigint: 'amount fee total_debit created_at state_at version',
  },
  callbacks: {
    text: 'id kind event mch_id order_no mch_order_no url receiver format body state',
    bigint: 'created_at next_attempt_at',
  },
  attempts: {
    text: 'url response_body response_headers reason fault',
    boolean: 'manual ok',
    bigint: 'number started_at duration_ms status',
  },
  notifications: { text: 'id mch_id kind callback_id order_no message', bigint: 'at' },
  moves: { text: 'order_no from_state to_state moved_by', bigint: 'at' },
  settings: {
    text: 'late_payments',
    boolean: 'failed_payin_callback maintenance provider_available',
    bigint: `usdt_rate order_validity_minutes rate_limit_per_minute lock_failures lock_window_seconds lock_seconds
      version`,
  },
  clock: { bigint: 'offset frozen_at version' },
  config: { text: 'json', bigint: 'version' },
} as const;

type Table = keyof typeof columns;

/** Column names and values of a row in a jsonb variable. jsonb_populate_record would take three times as long. */
function fieldsOf(table: Table, row: string): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(columns[table]).flatMap(([type, names]) =>
    names.split(/\s+/).map((name) => ({
      name: `"${name}"`,
      value: type === 'text' ? `${row}->>'${name}'` : `(${row}->>'${name}')::${type}`,
    })),
  );
}

/**
 * SQL that inserts the fields of `row`, a jsonb variable of the function.
 *
 * @param more additional columns and their values
 */
export function insertInto(table: Table, row = 'r', more: Readonly<Record<string, string>> = {}): string {
  const fields = [...Object.entries(more).map(([name, value]) => ({ name, value })), ...fieldsOf(table, row)];
  const names = fields.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table} (${names}) VALUES (${fields.map(({ value }) => value).join(', ')})`;
}

/** SQL that inserts all elements of `rows`, a jsonb array, and returns nothing. Existing rows stay unchanged. */
function insertAll(table: Table, rows: string): string {
  const fields = Object.entries(columns[table]).flatMap(([type, names]) =>
    names.split(/\s+/).map((name) => ({ name: `"${name}"`, type })),
  );
  const names = fields.map(({ name }) => name).join(', ');
  const given = fields.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_to_recordset(${rows}) AS given (${given})
    ON CONFLICT DO NOTHING`;
}

function updateOf(table: Table): string {
  const set = fieldsOf(table, 'r').map(({ name, value }) => `${name} = ${value}`);
  return `UPDATE ${table} SET ${set.join(', ')}`;
}

/** SQL that writes the first version of a singleton, or the version after the stored version. */
function put(table: 'settings' | 'clock' | 'config'): string {
  return `IF before = 0 THEN
      ${insertInto(table, 'r', { one: 'true' })} ON CONFLICT DO NOTHING;
    ELSE
      ${updateOf(table)} WHERE version = before;
    END IF;
    RETURN CASE WHEN FOUND THEN NULL ELSE 'version' END`;
}

/**
 * The functions of all writes. Each function returns the failed precondition, or null. The caller has already locked
 * the rows.
 */
export const writes = `
  CREATE FUNCTION apply_write(what text, r jsonb) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    before bigint := (r->>'version')::bigint - 1;
    callback bigint;
    total bigint;
  BEGIN
    CASE what
    WHEN 'insert_deposit' THEN
      ${insertInto('deposits')} ON CONFLICT DO NOTHING;
      RETURN CASE WHEN FOUND THEN NULL ELSE 'exists' END;
    WHEN 'update_deposit' THEN
      UPDATE deposits SET status = r->>'status', state_at = (r->>'state_at')::bigint,
        paid_amount = (r->>'paid_amount')::bigint, utr = r->>'utr', version = before + 1
        WHERE order_no = r->>'order_no' AND version = before;
      RETURN CASE WHEN FOUND THEN NULL ELSE 'version' END;
    WHEN 'insert_payout' THEN
      ${insertInto('payouts')} ON CONFLICT DO NOTHING;
      RETURN CASE WHEN FOUND THEN NULL ELSE 'exists' END;
    WHEN 'update_payout' THEN
      UPDATE payouts SET status = r->>'status', state_at = (r->>'state_at')::bigint, txid = r->>'txid',
        message = r->>'message', version = before + 1
        WHERE order_no = r->>'order_no' AND version = before;
      RETURN CASE WHEN FOUND THEN NULL ELSE 'version' END;
    WHEN 'post' THEN
      RETURN post_transaction(r);
    WHEN 'add_daily' THEN
      INSERT INTO daily_withdrawals (mch_id, day, amount) VALUES (r->>'mch_id', r->>'day', 0) ON CONFLICT DO NOTHING;
      UPDATE daily_withdrawals SET amount = amount + (r->>'amount')::bigint
        WHERE mch_id = r->>'mch_id' AND day = r->>'day' RETURNING amount INTO total;
      RETURN CASE WHEN total > (r->>'max')::bigint THEN 'daily_limit' END;
    WHEN 'enqueue' THEN
      ${insertInto('callbacks')};
    WHEN 'record' THEN
      ${insertInto('moves')};
    WHEN 'notify' THEN
      ${insertInto('notifications')};
    WHEN 'record_test' THEN
      IF NOT EXISTS (SELECT FROM merchants WHERE mch_id = r->'callback'->>'mch_id') THEN RETURN 'version'; END IF;
      ${insertInto('callbacks', `r->'callback'`)} RETURNING seq INTO callback;
      ${insertInto('attempts', `r->'attempt'`, { callback_seq: 'callback' })};
    WHEN 'insert_merchant' THEN
      ${insertInto('merchants')} ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RETURN 'exists'; END IF;
      INSERT INTO accounts (name, mch_id)
        SELECT name, r->>'mch_id' FROM jsonb_array_elements_text(r->'accounts') AS name;
    WHEN 'update_merchant' THEN
      IF NOT EXISTS (SELECT FROM merchants WHERE mch_id = r->>'mch_id' AND version = before) THEN
        RETURN 'version';
      END IF;
      IF EXISTS (SELECT FROM merchants WHERE mch_key = r->>'mch_key' AND mch_id <> r->>'mch_id') THEN
        RETURN 'exists';
      END IF;
      ${updateOf('merchants')} WHERE mch_id = r->>'mch_id';
    WHEN 'put_settings' THEN
      ${put('settings')};
    WHEN 'put_clock' THEN
      ${put('clock')};
    WHEN 'put_config' THEN
      ${put('config')};
    END CASE;
    RETURN NULL;
  END $$;

  -- Creates in a row, by one statement: what a statement takes before its first row, every CHECK read for one, is taken
  -- once. Answers for each the precondition that failed, or null; no two have one number.
  CREATE FUNCTION create_deposits(given jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE made text[];
  BEGIN
    WITH inserted AS (${insertAll('deposits', 'given')} RETURNING order_no)
      SELECT array_agg(order_no) INTO made FROM inserted;
    IF cardinality(made) = jsonb_array_length(given) THEN
      RETURN to_jsonb(array_fill(NULL::text, ARRAY[cardinality(made)]));
    END IF;
    RETURN (SELECT jsonb_agg(CASE WHEN (one->>'order_no') = ANY (made) THEN NULL ELSE 'exists' END)
      FROM jsonb_array_elements(given) AS one);
  END $$;

  -- Each writer has a slot of the gateway's own accounts, so that not every success waits for the one before.
  CREATE FUNCTION own_slot() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT mod(pg_backend_pid(), 16)::bigint';

  -- An account of a merchant is never below zero: that is the precondition.
  CREATE FUNCTION post_transaction(r jsonb) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    transaction bigint;
    posting record;
    account record;
  BEGIN
    INSERT INTO transactions (id, kind, mch_id, order_no, at)
      VALUES (r->>'id', r->>'kind', r->>'mch_id', r->>'order_no', (r->>'at')::bigint) RETURNING seq INTO transaction;
    FOR posting IN
      SELECT * FROM jsonb_to_recordset(r->'postings') AS postings (account text, amount bigint, position bigint)
    LOOP
      SELECT seq, mch_id INTO account FROM accounts WHERE name = posting.account;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'a % posts to an account that does not exist', r->>'kind';
      ELSIF account.mch_id IS NULL THEN
        UPDATE slots SET balance = balance + posting.amount
          WHERE account_seq = account.seq AND slot = own_slot();
      ELSE
        UPDATE accounts SET balance = balance + posting.amount
          WHERE seq = account.seq AND balance + posting.amount >= 0;
      END IF;
      IF NOT FOUND THEN RETURN 'balance'; END IF;
      INSERT INTO entries (transaction_seq, account_seq, amount, position)
        VALUES (transaction, account.seq, posting.amount, posting.position);
    END LOOP;
    RETURN NULL;
  END $$;

  -- All writes or none: the first precondition that failed is raised, and takes back what was written. A balance gives way
  -- to any other.
  CREATE FUNCTION apply_change(writes jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    written jsonb;
    conflict text;
    is_short boolean := false;
  BEGIN
    FOR written IN SELECT jsonb_array_elements(writes) LOOP
      conflict := apply_write(written->>'write', written->'row');
      IF conflict = 'balance' THEN
        is_short := true;
      ELSIF conflict IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = conflict;
      END IF;
    END LOOP;
    IF is_short THEN RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = 'balance'; END IF;
  END $$;
`;
