import { walletView } from '../../../domain/wallet-view.ts';
import type { Admitted } from '../admission.ts';

/** spec: POST check-gateway-balance. */
export async function checkGatewayBalance({ services, merchant }: Admitted): Promise<object> {
  return walletView(await services.ports.store.ledger.wallet(merchant.mchId));
}
