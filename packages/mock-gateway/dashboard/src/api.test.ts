import { afterEach, expect, it, vi } from 'vitest';
import { get } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

it('a truncated response, for example during a reload, fails as a closed connection', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new DOMException('asked anew', 'AbortError'));
    },
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 200 })));
  await expect(get('/merchants')).rejects.toMatchObject({
    status: 0,
    message: 'The connection closed before the response was complete.',
  });
});
