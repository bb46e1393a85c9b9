/** All members of a union, in this order: with one too few or one too many it does not compile. */
export function allOf<Member extends string>(members: Readonly<Record<Member, unknown>>): readonly Member[] {
  return Object.keys(members) as Member[];
}
