/** The rows of every empty database: the gateway's own accounts. */
export const initialRows = `INSERT INTO accounts (name) VALUES
    ('gateway:collected'), ('gateway:paid_out'), ('gateway:fees'), ('gateway:topups');`;

/** `PRAGMA user_version` of a file with these tables. Increase it with every change of the tables. */
export const schemaVersion = 8;

/**
 * The tables. Until the first release, the gateway opens only files with exactly these tables. Money is INTEGER (paise,
 * micro-units of USDT, 1/10,000 rupee). Instants are epoch milliseconds. No row is ever deleted, so `seq`, the rowid,
 * only grows and orders every list. `state_at` is the instant of the last state change, or null for a pending or
 * expired order.
 */
export const schema = `
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
    payout_daily INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
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
    mch_order_no TEXT,
    url TEXT,
    receiver TEXT,
    format TEXT NOT NULL CHECK (format IN ('json', 'form')),
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'undeliverable')),
    next_attempt_at INTEGER,
    -- An undeliverable callback has no URL until its first re-send.
    CHECK ((url IS NULL) = (state = 'undeliverable') AND (url IS NULL) = (receiver IS NULL)),
    CHECK (state <> 'pending' OR next_attempt_at IS NOT NULL)
  ) STRICT;
  CREATE UNIQUE INDEX callbacks_by_order ON callbacks (order_no, event);
  CREATE INDEX callbacks_by_merchant ON callbacks (mch_id);
  CREATE INDEX callbacks_by_state ON callbacks (state);
  CREATE INDEX callbacks_tests_by_state ON callbacks (state) WHERE kind = 'test';
  CREATE INDEX callbacks_due ON callbacks (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, next_attempt_at) WHERE state = 'pending';

  CREATE TABLE attempts (
    callback_seq INTEGER NOT NULL REFERENCES callbacks (seq),
    number INTEGER NOT NULL CHECK (number > 0),
    manual INTEGER NOT NULL CHECK (manual IN (0, 1)),
    url TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER,
    response_headers TEXT CHECK (json_valid(response_headers)),
    response_body TEXT,
    ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
    reason TEXT,
    fault TEXT CHECK (json_valid(fault)),
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
    rate_limit_per_minute INTEGER,
    lock_failures INTEGER,
    lock_window_seconds INTEGER,
    lock_seconds INTEGER,
    maintenance INTEGER NOT NULL CHECK (maintenance IN (0, 1)),
    provider_available INTEGER NOT NULL CHECK (provider_available IN (0, 1)),
    pay_after_seconds INTEGER,
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK ((lock_failures IS NULL) = (lock_window_seconds IS NULL)),
    CHECK ((lock_failures IS NULL) = (lock_seconds IS NULL))
  ) STRICT;

  CREATE TABLE config (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    json TEXT NOT NULL CHECK (json_valid(json)),
    version INTEGER NOT NULL CHECK (version > 0)
  ) STRICT;

  CREATE TABLE clock (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    offset INTEGER NOT NULL,
    frozen_at INTEGER,
    version INTEGER NOT NULL CHECK (version > 0)
  ) STRICT;
`;
