import { expect, it } from 'vitest';
import { asStoreError, isAway } from './errors.ts';

const noEntry = 'no pg_hba.conf entry for host "10.0.0.1", user "shop", database "mock", no encryption';

it.each([
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'no', 'a certificate for another host name'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'no', 'untrusted certificate (CERT_HAS_EXPIRED): set sslrootcert'],
  [{ code: '28000', severity: 'FATAL' }, noEntry, 'requires TLS: add sslmode=verify-full'],
  [{ code: '28P01', severity: 'FATAL' }, 'password authentication failed', 'check the user and the password'],
  [{ code: '42P05', severity: 'ERROR' }, 'prepared statement "a" already exists', 'add prepare=false'],
  [{ code: '26000', severity: 'ERROR' }, 'prepared statement "a" does not exist', 'add prepare=false'],
  [{ code: 'ENOENT', syscall: 'open', path: '/ca.pem' }, 'no', 'the file /ca.pem, which is unreadable'],
  [{ code: 'EISDIR', syscall: 'read' }, 'no', 'a folder, which is unreadable'],
])('the gateway reports the error %o in one sentence and does not retry', (facts, said, told) => {
  const error = asStoreError(Object.assign(new Error(said), facts), 'postgres://db/mock');
  expect(error).toMatchObject({ code: 'store_unreadable', message: expect.stringContaining(told) });
});

it.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'cannot be reached'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'cannot be reached'],
  [{ code: 'ECONNRESET' }, 'cannot be reached'],
  [{ code: '08006', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '57P01', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '57P02', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '57P03', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '57P05', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '53300', severity: 'FATAL' }, 'cannot be reached'],
  [{ code: '25006', severity: 'ERROR' }, 'is read-only: the URL must name the primary'],
  [{ code: '55P03', severity: 'ERROR' }, 'waited too long'],
  [{ code: '40001', severity: 'ERROR' }, 'waited too long'],
])('the gateway treats the error %o as temporary', (facts, told) => {
  const rejected = Object.assign(new Error('no'), facts);
  const error = asStoreError(rejected, 'postgres://db/mock');
  expect(error).toMatchObject({ code: 'store_unavailable', message: expect.stringContaining(told) });
  // The pool replaces a connection to an unreachable database. It keeps a connection that only waits for a lock.
  expect(isAway(rejected)).toBe(!told.startsWith('waited too long'));
});

it.each([
  ['53100', 'store_full'],
  ['53200', 'store_full'],
  ['58030', 'store_unreadable'],
  ['42501', 'store_unreadable'],
  ['XX001', 'store_corrupt'],
])(
  'the gateway reports the error %s as %s and does not treat the error as a broken connection',
  (code, told) => {
    const rejected = Object.assign(new Error('no'), { code, severity: 'ERROR' });
    expect(isAway(rejected)).toBe(false);
    expect(asStoreError(rejected, 'postgres://db/mock')).toMatchObject({ code: told });
  },
);
