/**
 * Returns the members of a union, in the order of a record that does not compile without each of them.
 *
 * @example
 * const STATUSES = membersOf<'draft' | 'published'>({ draft: true, published: true });
 */
export function membersOf<Member extends string>(record: Readonly<Record<Member, true>>): readonly Member[] {
  return Object.keys(record) as Member[];
}
