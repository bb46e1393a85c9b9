import { GatewayClock } from '../clock/gateway-clock.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { InProcessBackend } from './in-process.ts';
import { sharedContract } from './shared.contract.ts';

sharedContract('one process', {
  open: async () => {
    const backend = new InProcessBackend({ store: openStore(null), clock: new GatewayClock() });
    const connect = () => backend.connect({ failed: () => {} });
    return [connect(), connect()];
  },
  settled: async () => {},
});
