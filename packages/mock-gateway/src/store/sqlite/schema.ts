/** The rows of every empty database: the gateway's own accounts. */
export const initialRows = `INSERT INTO accounts (name) VALUES
    ('gateway:collected'), ('gateway:paid_out'), ('gateway:fees'), ('gateway:topups');`;

/**
 * The tables, version by version. A released version never changes, so a change is a new version. `PRAGMA user_version`
 * counts the versions of a file. Money is INTEGER (paise, micro-units of USDT, 1/10,000 rupee). Instants are epoch
 * milliseconds. No row is ever deleted, so `seq`, the rowid, only grows and orders every list. `state_at` is the
 * instant of the last state change, or null for a pending or expired order.
 */
export const versions: readonly string[] = [
  `
  CREATE TABLE merchants (
    seq INTEGER PRIMARY KEY,
    mch_id TEXT NOT NULL UNIQUE,
    mch_key TEXT NOT NULL UNIQUE,
    mch_secret TEXT NOT NULL,
    callback_url TEXT,
    callback_format TEXT NOT NULL CHECK (callback_format IN ('json', 'form')),
    ip_allow_list TEXT NOT NULL CHECK (json_valid(ip_allow_list)),
    inr_enabled INTEGER NOT NULL CHECK (inr_enabled IN (0, 1)),
    usdt_enabled INTEGER NOT NULL CHECK (usdt_enabled IN (0, 1)),
    suspended INTEGER NOT NULL CHECK (suspended IN (0, 1)),
    payin_min INTEGER NOT NULL,
    payin_max INTEGER NOT NULL,
    payout_min INTEGER NOT NULL,
    payout_max INTEGER NOT NULL,
    payout_daily INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE deposits (
    seq INTEGER PRIMARY KEY,
    order_no TEXT NOT NULL UNIQUE,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    kind TEXT NOT NULL CHECK (kind IN ('payin', 'link')),
    reference TEXT CHECK (reference IS NOT NULL OR kind = 'link'),
    amount INTEGER NOT NULL CHECK (amount > 0),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    net_amount INTEGER NOT NULL CHECK (net_amount >= 0),
    trade_type TEXT NOT NULL CHECK (trade_type IN ('INRUPI', 'usdt')),
    usdt_amount INTEGER,
    usdt_rate INTEGER,
    usdt_address TEXT,
    notify_url TEXT,
    return_url TEXT,
    note TEXT NOT NULL,
    pay_token TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'success', 'failed', 'expired')),
    state_at INTEGER,
    paid_amount INTEGER CHECK (paid_amount > 0),
    utr TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK (fee + net_amount = amount),
    CHECK ((status IN ('success', 'failed')) = (state_at IS NOT NULL)),
    CHECK ((status = 'success') = (paid_amount IS NOT NULL)),
    CHECK ((usdt_amount IS NULL) = (usdt_rate IS NULL) AND (usdt_amount IS NULL) = (usdt_address IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX deposits_by_reference ON deposits (reference, mch_id, kind);
  CREATE INDEX deposits_by_merchant ON deposits (mch_id, kind);
  CREATE INDEX deposits_by_status ON deposits (kind, status);
  CREATE INDEX deposits_by_kind ON deposits (kind);
  CREATE INDEX deposits_to_expire ON deposits (expires_at) WHERE status = 'pending';

  CREATE TABLE payouts (
    seq INTEGER PRIMARY KEY,
    order_no TEXT NOT NULL UNIQUE,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    mch_order_no TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    total_debit INTEGER NOT NULL,
    pay_type TEXT NOT NULL CHECK (pay_type IN ('bank', 'upi', 'usdt')),
    bank_code TEXT,
    account_name TEXT,
    account_number TEXT,
    ifsc TEXT,
    upi_id TEXT,
    usdt_address TEXT,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'success', 'failed')),
    state_at INTEGER,
    txid TEXT,
    message TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK (amount + fee = total_debit),
    CHECK ((status = 'pending') = (state_at IS NULL)),
    CHECK ((status = 'failed') = (message IS NOT NULL)),
    CHECK ((pay_type = 'bank') = (bank_code IS NOT NULL AND account_name IS NOT NULL
      AND account_number IS NOT NULL AND ifsc IS NOT NULL)),
    CHECK ((pay_type = 'upi') = (upi_id IS NOT NULL)),
    CHECK ((pay_type = 'usdt') = (usdt_address IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX payouts_by_reference ON payouts (mch_order_no, mch_id);
  CREATE INDEX payouts_by_merchant ON payouts (mch_id);
  CREATE INDEX payouts_by_status ON payouts (status);

  CREATE TABLE daily_withdrawals (
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    day TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (mch_id, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE accounts (
    seq INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    mch_id TEXT REFERENCES merchants (mch_id),
    balance INTEGER NOT NULL DEFAULT 0,
    CHECK (mch_id IS NULL OR balance >= 0)
  ) STRICT;
  CREATE INDEX accounts_by_merchant ON accounts (mch_id);
  ${initialRows}

  CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('payin', 'link', 'hold', 'capture', 'release', 'credit')),
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    order_no TEXT,
    at INTEGER NOT NULL,
    UNIQUE (order_no, kind),
    CHECK ((kind = 'credit') = (order_no IS NULL))
  ) STRICT;
  CREATE INDEX transactions_by_merchant ON transactions (mch_id);
  -- A hold is captured or released, once.
  CREATE UNIQUE INDEX transactions_one_resolution ON transactions (order_no) WHERE kind IN ('capture', 'release');

  CREATE TABLE entries (
    transaction_seq INTEGER NOT NULL REFERENCES transactions (seq),
    account_seq INTEGER NOT NULL REFERENCES accounts (seq),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    position INTEGER NOT NULL,
    PRIMARY KEY (transaction_seq, position),
    UNIQUE (transaction_seq, account_seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER transactions_stay BEFORE UPDATE ON transactions
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER transactions_remain BEFORE DELETE ON transactions
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER entries_remain BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

  CREATE TABLE callbacks (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('payin', 'payout', 'link', 'test')),
    event TEXT NOT NULL,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    order_no TEXT,
    url TEXT,
    receiver TEXT,
    format TEXT NOT NULL CHECK (format IN ('json', 'form')),
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivering', 'delivered', 'failed', 'undeliverable')),
    next_attempt_at INTEGER,
    lease_until INTEGER,
    fence INTEGER NOT NULL DEFAULT 0,
    -- What an operator's re-send goes back to; null for a scheduled attempt.
    resend_state TEXT CHECK (resend_state IN ('pending', 'delivered', 'failed')),
    -- When it is to be claimed: at its next attempt, or when the lease of whoever has it ends.
    due_at INTEGER GENERATED ALWAYS AS
      (CASE state WHEN 'pending' THEN next_attempt_at WHEN 'delivering' THEN lease_until END) VIRTUAL,
    CHECK ((url IS NULL) = (state = 'undeliverable') AND (url IS NULL) = (receiver IS NULL)),
    CHECK ((state = 'delivering') = (lease_until IS NOT NULL)),
    CHECK (resend_state IS NULL OR state = 'delivering'),
    CHECK (coalesce(resend_state, state) NOT IN ('pending', 'delivering') OR next_attempt_at IS NOT NULL)
  ) STRICT;
  CREATE UNIQUE INDEX callbacks_by_order ON callbacks (order_no, event);
  CREATE INDEX callbacks_by_merchant ON callbacks (mch_id);
  CREATE INDEX callbacks_by_state ON callbacks (state);
  CREATE INDEX callbacks_due ON callbacks (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX callbacks_resent ON callbacks (due_at) WHERE resend_state IS NOT NULL;
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE attempts (
    callback_seq INTEGER NOT NULL REFERENCES callbacks (seq),
    number INTEGER NOT NULL CHECK (number > 0),
    manual INTEGER NOT NULL CHECK (manual IN (0, 1)),
    started_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER,
    response_body TEXT,
    ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
    reason TEXT,
    PRIMARY KEY (callback_seq, number)
  ) STRICT;

  CREATE TABLE notifications (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    callback_id TEXT NOT NULL REFERENCES callbacks (id),
    order_no TEXT,
    message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notifications_by_merchant ON notifications (mch_id);

  CREATE TABLE moves (
    seq INTEGER PRIMARY KEY,
    order_no TEXT NOT NULL,
    at INTEGER NOT NULL,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    moved_by TEXT NOT NULL CHECK (moved_by IN ('customer', 'operator', 'clock'))
  ) STRICT;
  CREATE INDEX moves_by_order ON moves (order_no);

  CREATE TABLE settings (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    usdt_rate INTEGER,
    order_validity_minutes INTEGER NOT NULL,
    late_payments TEXT NOT NULL CHECK (late_payments IN ('credit', 'refuse')),
    failed_payin_callback INTEGER NOT NULL CHECK (failed_payin_callback IN (0, 1)),
    rate_limit_per_minute INTEGER NOT NULL,
    lock_failures INTEGER NOT NULL,
    lock_window_seconds INTEGER NOT NULL,
    lock_seconds INTEGER NOT NULL,
    maintenance INTEGER NOT NULL CHECK (maintenance IN (0, 1)),
    provider_available INTEGER NOT NULL CHECK (provider_available IN (0, 1))
  ) STRICT;

  CREATE TABLE config (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    json TEXT NOT NULL CHECK (json_valid(json))
  ) STRICT;

  CREATE TABLE clock (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    offset INTEGER NOT NULL,
    frozen_at INTEGER
  ) STRICT;
  `,
  `
  ALTER TABLE attempts ADD COLUMN response_headers TEXT CHECK (json_valid(response_headers));
  `,
  `
  -- Where each attempt went: before re-sends could go elsewhere, to the callback's own address.
  ALTER TABLE attempts ADD COLUMN url TEXT NOT NULL DEFAULT '';
  UPDATE attempts SET url = (SELECT url FROM callbacks WHERE seq = callback_seq);

  -- A CHECK cannot be changed: what has no address can be re-sent.
  CREATE TABLE callbacks_anew (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('payin', 'payout', 'link', 'test')),
    event TEXT NOT NULL,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    order_no TEXT,
    url TEXT,
    receiver TEXT,
    format TEXT NOT NULL CHECK (format IN ('json', 'form')),
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivering', 'delivered', 'failed', 'undeliverable')),
    next_attempt_at INTEGER,
    lease_until INTEGER,
    fence INTEGER NOT NULL DEFAULT 0,
    -- What an operator's re-send goes back to; null for a scheduled attempt.
    resend_state TEXT CHECK (resend_state IN ('pending', 'delivered', 'failed', 'undeliverable')),
    -- When it is to be claimed: at its next attempt, or when the lease of whoever has it ends.
    due_at INTEGER GENERATED ALWAYS AS
      (CASE state WHEN 'pending' THEN next_attempt_at WHEN 'delivering' THEN lease_until END) VIRTUAL,
    -- Without an address until a re-send, wherever that went, has been made.
    CHECK ((url IS NULL) = (coalesce(resend_state, state) = 'undeliverable') AND (url IS NULL) = (receiver IS NULL)),
    CHECK ((state = 'delivering') = (lease_until IS NOT NULL)),
    CHECK (resend_state IS NULL OR state = 'delivering'),
    CHECK (coalesce(resend_state, state) NOT IN ('pending', 'delivering') OR next_attempt_at IS NOT NULL)
  ) STRICT;
  INSERT INTO callbacks_anew
    (seq, id, kind, event, mch_id, order_no, url, receiver, format, body, created_at, state, next_attempt_at,
    lease_until, fence, resend_state)
    SELECT seq, id, kind, event, mch_id, order_no, url, receiver, format, body, created_at, state, next_attempt_at,
    lease_until, fence, resend_state
    FROM callbacks;
  DROP TABLE callbacks;
  ALTER TABLE callbacks_anew RENAME TO callbacks;
  CREATE UNIQUE INDEX callbacks_by_order ON callbacks (order_no, event);
  CREATE INDEX callbacks_by_merchant ON callbacks (mch_id);
  CREATE INDEX callbacks_by_state ON callbacks (state);
  CREATE INDEX callbacks_due ON callbacks (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX callbacks_resent ON callbacks (due_at) WHERE resend_state IS NOT NULL;
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, due_at) WHERE due_at IS NOT NULL;
  `,
  `
  ALTER TABLE attempts ADD COLUMN fault TEXT CHECK (json_valid(fault));
  -- Tests of the endpoint are told apart from what orders had to tell.
  CREATE INDEX callbacks_tests_by_state ON callbacks (state) WHERE kind = 'test';
  `,
  `
  -- How often it was written: whoever writes it says which version that makes.
  ALTER TABLE merchants ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
  ALTER TABLE settings ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
  ALTER TABLE clock ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
  ALTER TABLE config ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);

  -- The merchant's own number, which was in the body alone before: as its order has it, or, of a test, as it says.
  ALTER TABLE callbacks ADD COLUMN mch_order_no TEXT;
  UPDATE callbacks SET mch_order_no = coalesce(
    (SELECT reference FROM deposits WHERE deposits.order_no = callbacks.order_no),
    (SELECT payouts.mch_order_no FROM payouts WHERE payouts.order_no = callbacks.order_no));
  UPDATE callbacks SET mch_order_no = json_extract(body, '$.mchOrderNo') WHERE kind = 'test' AND format = 'json';
  UPDATE callbacks SET mch_order_no = substr(said, 1, instr(said || '&', '&') - 1)
    FROM (SELECT seq AS of, substr(body, instr(body, 'mchOrderNo=') + 11) AS said FROM callbacks)
    WHERE seq = of AND kind = 'test' AND format = 'form';

  -- A lease has an owner, and ends in real time (lease_until) while attempts fall due on the gateway's clock. Whoever had
  -- one before is gone, as the file has one gateway at a time.
  UPDATE callbacks SET state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL
    WHERE state = 'delivering';
  DROP INDEX callbacks_due;
  DROP INDEX callbacks_resent;
  DROP INDEX callbacks_due_by_receiver;
  ALTER TABLE callbacks DROP COLUMN due_at;
  ALTER TABLE callbacks ADD COLUMN due_at INTEGER GENERATED ALWAYS AS
    (CASE state WHEN 'pending' THEN next_attempt_at END) VIRTUAL;
  ALTER TABLE callbacks ADD COLUMN lease_owner TEXT CHECK ((lease_owner IS NULL) = (lease_until IS NULL));
  CREATE INDEX callbacks_due ON callbacks (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX callbacks_leased ON callbacks (lease_until) WHERE lease_until IS NOT NULL;
  `,
  `
  -- The limits of who calls too often, or signs wrongly, can be off.
  CREATE TABLE settings_anew (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    usdt_rate INTEGER,
    order_validity_minutes INTEGER NOT NULL,
    late_payments TEXT NOT NULL CHECK (late_payments IN ('credit', 'refuse')),
    failed_payin_callback INTEGER NOT NULL CHECK (failed_payin_callback IN (0, 1)),
    rate_limit_per_minute INTEGER,
    lock_failures INTEGER,
    lock_window_seconds INTEGER,
    lock_seconds INTEGER,
    maintenance INTEGER NOT NULL CHECK (maintenance IN (0, 1)),
    provider_available INTEGER NOT NULL CHECK (provider_available IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK ((lock_failures IS NULL) = (lock_window_seconds IS NULL)),
    CHECK ((lock_failures IS NULL) = (lock_seconds IS NULL))
  ) STRICT;
  INSERT INTO settings_anew
    (only, usdt_rate, order_validity_minutes, late_payments, failed_payin_callback, rate_limit_per_minute,
    lock_failures, lock_window_seconds, lock_seconds, maintenance, provider_available, version)
    SELECT only, usdt_rate, order_validity_minutes, late_payments, failed_payin_callback, rate_limit_per_minute,
    lock_failures, lock_window_seconds, lock_seconds, maintenance, provider_available, version
    FROM settings;
  DROP TABLE settings;
  ALTER TABLE settings_anew RENAME TO settings;
  `,
  `
  -- Customers who pay by themselves.
  ALTER TABLE settings ADD COLUMN pay_after_seconds INTEGER;
  `,
  `
  -- Claims are in memory: they end with the process that made them.
  CREATE TABLE callbacks_anew (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('payin', 'payout', 'link', 'test')),
    event TEXT NOT NULL,
    mch_id TEXT NOT NULL REFERENCES merchants (mch_id),
    order_no TEXT,
    mch_order_no TEXT,
    url TEXT,
    receiver TEXT,
    format TEXT NOT NULL CHECK (format IN ('json', 'form')),
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'undeliverable')),
    next_attempt_at INTEGER,
    -- Without an address until a re-send, wherever that went, has been made.
    CHECK ((url IS NULL) = (state = 'undeliverable') AND (url IS NULL) = (receiver IS NULL)),
    CHECK (state <> 'pending' OR next_attempt_at IS NOT NULL)
  ) STRICT;
  INSERT INTO callbacks_anew
    SELECT seq, id, kind, event, mch_id, order_no, mch_order_no, url, receiver, format, body, created_at,
      CASE state WHEN 'delivering' THEN coalesce(resend_state, 'pending') ELSE state END, next_attempt_at
    FROM callbacks;
  DROP TABLE callbacks;
  ALTER TABLE callbacks_anew RENAME TO callbacks;
  CREATE UNIQUE INDEX callbacks_by_order ON callbacks (order_no, event);
  CREATE INDEX callbacks_by_merchant ON callbacks (mch_id);
  CREATE INDEX callbacks_by_state ON callbacks (state);
  CREATE INDEX callbacks_tests_by_state ON callbacks (state) WHERE kind = 'test';
  CREATE INDEX callbacks_due ON callbacks (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, next_attempt_at) WHERE state = 'pending';
  `,
];
