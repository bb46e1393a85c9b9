export type {
  Callback,
  CallbackKind,
  LinkCallback,
  PayinCallback,
  PayoutCallback,
} from './callbacks/callback.ts';
export type { ConfirmingClient } from './callbacks/confirm.ts';
export { createCallbackHandler } from './callbacks/handler.ts';
export type {
  CallbackEndEvent,
  CallbackEvent,
  CallbackHandlerOptions,
  CallbackHooks,
} from './callbacks/handler-options.ts';
export {
  type CallbackStore,
  type ClaimResult,
  createMemoryStore,
  type MemoryStoreOptions,
} from './callbacks/store.ts';
export type { LeaseOptions, SqlStore, SqlStoreOptions } from './callbacks/stores/leased-store.ts';
export { createPostgresStore, type PostgresPool } from './callbacks/stores/postgres.ts';
export {
  createRedisStore,
  type IoRedisClient,
  type NodeRedisClient,
  type RedisStoreOptions,
} from './callbacks/stores/redis.ts';
export {
  createSqliteStore,
  type SqliteDatabase,
  type SqliteStoreOptions,
} from './callbacks/stores/sqlite.ts';
export {
  type CallbackCredentials,
  type CallbackKeys,
  type VerifyCallbackOptions,
  verifyCallback,
} from './callbacks/verify.ts';
export {
  type CallbackReason,
  CallbackVerificationError,
  callbackReasons,
  isCallbackVerificationError,
  isLeaseLostError,
  LeaseLostError,
} from './errors/callback-errors.ts';
export type { Around } from './hooks/observers.ts';
