import { it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
it('x', async () => {
  const t = performance.now();
  for (let i = 0; i < 50; i++) { const g = await createMockGateway({clock: {now: '2026-11-20T15:04:05+05:30', mode: 'frozen'}}); await g.close(); }
  console.log((performance.now() - t) / 50);
  const t2 = performance.now();
  for (let i = 0; i < 50; i++) { const g = await createMockGateway(); await g.listen(); await (await fetch(g.baseUrl + '/payin')).text(); await g.close(); }
  console.log((performance.now() - t2) / 50);
});
