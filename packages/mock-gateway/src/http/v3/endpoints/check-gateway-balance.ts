// Folder http/v3/endpoints: one file for each endpoint of v3.
import type { WalletData } from '@inrgate/sdk/internal';
import { walletView } from '../../../domain/wallet-view.ts';
import type { WireGateway } from '../../pipeline/wire-gateway.ts';
import type { Admitted } from '../admission.ts';

/** spec: POST check-gateway-balance. */
export function checkGatewayBalance({ store }: WireGateway, { merchant }: Admitted): WalletData {
  return walletView(store.ledger.wallet(merchant.mchId));
}
