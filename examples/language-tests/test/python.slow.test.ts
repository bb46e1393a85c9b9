import { languageShopContract } from './shop.contract.ts';
import { pythonShop } from './shops.ts';

languageShopContract('python', pythonShop('small'));
