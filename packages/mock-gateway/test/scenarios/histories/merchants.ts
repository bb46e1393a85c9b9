/** The merchants of a history, and their keys. */
export const merchants = ['SHOP-A', 'SHOP-B'].map((mchId) => ({
  mchId,
  mchKey: `key-of-${mchId}`,
  mchSecret: `secret-of-${mchId}`,
}));

export function keysOf(mchId: string) {
  const keys = merchants.find((merchant) => merchant.mchId === mchId);
  if (keys === undefined) throw new Error(`no merchant ${mchId}`);
  return keys;
}
