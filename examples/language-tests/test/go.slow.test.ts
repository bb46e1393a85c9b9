import { languageShopContract } from './shop.contract.ts';
import { goShop } from './shops.ts';

languageShopContract('go', goShop());
