import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';
import { type Books, createServer } from './server.ts';

/** A merchant of its own for each test, because the handlers of a merchant share the record of handled callbacks. */
let credentials = { mchId: '', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
let made = 0;
let books: Books;
let server: Server;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  made += 1;
  credentials = { ...credentials, mchId: `SHOP${made}` };
  books = { orders: new Map([['ORDER-1', { amount: '500.00', paid: false }]]), withdrawals: new Map() };
  server = createServer(credentials, books).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => {
  server.close();
  vi.restoreAllMocks();
});

async function deliver({ body, contentType }: { body: string; contentType: string }) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  return { status: response.status, text: await response.text() };
}

const delivered = { status: 200, text: 'success' };

test.each(['json', 'form'] as const)('the server marks a paid order as paid (%s)', async (format) => {
  const callback = signedCallback(
    'payin',
    credentials,
    { mchOrderNo: 'ORDER-1', amount: '500.00' },
    { format },
  );
  expect(await deliver(callback)).toEqual(delivered);
  expect(books.orders.get('ORDER-1')?.paid).toBe(true);
});

test('an altered callback changes no order', async () => {
  const { body, contentType } = signedCallback('payin', credentials, { mchOrderNo: 'ORDER-1' });
  const answer = await deliver({ body: body.replace('ORDER-1', 'ORDER-2'), contentType });
  expect(answer.text).not.toContain('success');
  expect(books.orders.get('ORDER-1')?.paid).toBe(false);
});

test('the server does not mark an underpaid order as paid', async () => {
  const fields = { mchOrderNo: 'ORDER-1', amount: '500.00', paidAmount: '5.00' };
  expect(await deliver(signedCallback('payin', credentials, fields))).toEqual(delivered);
  expect(books.orders.get('ORDER-1')?.paid).toBe(false);
});

test('the server acknowledges a callback with the status failed and leaves the order unpaid', async () => {
  expect(await deliver(signedCallback('payin', credentials, { status: 'failed' }))).toEqual(delivered);
  expect(books.orders.get('ORDER-1')?.paid).toBe(false);
});

test('the server returns 500 for an unknown order, so the gateway retries', async () => {
  const answer = await deliver(signedCallback('payin', credentials, { mchOrderNo: 'ORDER-9' }));
  expect(answer.status).toBe(500);
});

test('the server handles callbacks after broken requests of strangers', async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  await survivesStrangers(url, { ...credentials, mchOrderNo: 'ORDER-1' });
  expect(books.orders.get('ORDER-1')?.paid).toBe(true);
});

test('the server marks a paid link as paid by its client_ref', async () => {
  const callback = signedCallback('link', credentials, { client_ref: 'ORDER-1', amount: '500.00' });
  expect(await deliver(callback)).toEqual(delivered);
  expect(books.orders.get('ORDER-1')?.paid).toBe(true);
});

test('the server stores the states of a payout', async () => {
  const fields = { mchOrderNo: 'W-1', status: 'processing' };
  expect(await deliver(signedCallback('payout', credentials, fields))).toEqual(delivered);
  expect(books.withdrawals.get('W-1')).toBe('processing');
});
