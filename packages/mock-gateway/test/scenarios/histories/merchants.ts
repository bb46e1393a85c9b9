export const merchants = ['SHOP-A', 'SHOP-B'].map((mchId) => ({
  mchId,
  mchKey: `key-of-${mchId}`,
  mchSecret: `secret-of-${mchId}`,
}));
