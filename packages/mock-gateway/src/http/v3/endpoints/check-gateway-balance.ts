import type { WalletData } from '@inrgate/sdk/internal';
import { walletView } from '../../../domain/wallet-view.ts';
import type { Admitted } from '../admission.ts';

/** spec: POST check-gateway-balance. */
export async function checkGatewayBalance({ services, merchant }: Admitted): Promise<WalletData> {
  return walletView(await services.ports.store.ledger.wallet(merchant.mchId));
}
