import { languageShopContract } from './shop.contract.ts';
import { javaShop } from './shops.ts';

languageShopContract('java', javaShop('small'));
