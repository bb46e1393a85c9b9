import { languageShopContract } from './shop.contract.ts';
import { phpShop } from './shops.ts';

languageShopContract('php', phpShop);
