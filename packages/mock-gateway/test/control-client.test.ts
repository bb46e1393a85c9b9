import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ControlApiError, ControlClient } from '../src/control.ts';
import { createMockGateway, type MockGateway } from '../src/index.ts';

let gateway: MockGateway;
let control: ControlClient;

beforeEach(async () => {
  gateway = await createMockGateway({ controlToken: 'token-1' });
  const { controlUrl } = await gateway.listen();
  control = new ControlClient({ url: controlUrl, token: 'token-1' });
});
afterEach(() => gateway.close());

describe('client of the control API', () => {
  it('the control client sends the id, the query and the body of a call', async () => {
    const { mchId } = await control.post('/merchants', { body: { mchId: 'A/B', balance: '2500.00' } });
    const { mchKey } = await control.get('/merchants/:id', { id: mchId, query: { keys: 'false' } });
    expect(mchKey).toBeUndefined();
    expect(await control.get('/merchants/:id/wallet', { id: mchId })).toMatchObject({ available: '2500.00' });
    await control.patch('/merchants/:id', { id: mchId, body: { suspended: true } });
    expect(await gateway.merchants.get(mchId)).toMatchObject({ suspended: true });
  });

  it('the control client sends JSON and its token', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => sent.mockRestore());
    await control.post('/merchants', { body: {} });
    expect(sent.mock.calls[0]?.[1]).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-1' },
    });
  });

  it('the control client returns undefined for a response without a body', async () => {
    expect(await control.delete('/faults')).toBeUndefined();
  });

  it('the control client reads all pages of a list, or only the requested number of items', async () => {
    for (let number = 1; number <= 5; number += 1) await gateway.createMerchant();
    const query = { limit: '2' };
    expect(await control.page('/merchants', { query })).toMatchObject({ items: { length: 2 } });
    expect(await control.items('/merchants', { query })).toHaveLength(6);
    expect(await control.items('/merchants', { query, wanted: 3 })).toHaveLength(4);
  });

  it('the control client returns null for an unknown id', async () => {
    expect(await control.find('/payins/:id', { id: 'PI1' })).toBeNull();
  });

  it('the control client throws an error with the status and code of a rejected call', async () => {
    await expect(control.post('/clock/advance', { body: { by: 'soon' } })).rejects.toMatchObject({
      name: 'ControlApiError',
      status: 422,
      code: 'invalid_body',
      refused: true,
    });
  });

  it('the control client throws an error for a server without a control API', async () => {
    const elsewhere = new ControlClient({ url: `${gateway.url}/openapi.json?` });
    const error = await elsewhere.page('/faults').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ControlApiError);
    expect(error).toMatchObject({ code: undefined, refused: false });
    expect(String(error)).toContain('is not the control API of a mock gateway');
  });

  it('the control client throws an error without a status if no server responds', async () => {
    await gateway.close();
    await expect(control.get('/health')).rejects.toMatchObject({ status: undefined, refused: false });
  });
});
