/** Returns all members of a union in this order. A missing or unknown member is a compiler error. */
export function allOf<Member extends string>(members: Readonly<Record<Member, unknown>>): readonly Member[] {
  return Object.keys(members) as Member[];
}
