/**
 * Fails unless two lists of names agree, such as the settings that are read and those that are documented.
 *
 * @param what the subject of the message, such as `docs/newsroom.md`
 * @param wanted the names that must be there; an empty list fails, since then whatever made it found nothing
 * @param exempt names that only one of the lists contains, each with the reason; an exemption that is not needed fails too
 * @throws Error that names everything missing, everything too much, and each exemption that is stale or has no reason
 * @example
 * expectComplete('the desk', ['articles', 'tags'], ['articles'], { tags: 'are edited within the articles' });
 */
export function expectComplete(
  what: string,
  wanted: Iterable<string>,
  have: Iterable<string>,
  exempt: Readonly<Record<string, string>> = {},
): void {
  const needed = new Set(wanted);
  const present = new Set(have);
  const exempted = Object.keys(exempt);
  const faults = [
    ...(needed.size === 0 ? [`${what}: nothing is wanted`] : []),
    ...sentence(`${what} lacks`, needed.difference(present).difference(new Set(exempted))),
    ...sentence(`${what} has too much`, present.difference(needed).difference(new Set(exempted))),
    ...sentence(
      `${what}: exempt but needs no exemption`,
      exempted.filter((name) => needed.has(name) === present.has(name)),
    ),
    ...sentence(
      `${what}: exempt without a reason`,
      exempted.filter((name) => exempt[name]?.trim() === ''),
    ),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function sentence(words: string, names: Iterable<string>): string[] {
  const sorted = [...names].toSorted();
  return sorted.length === 0 ? [] : [`${words}: ${sorted.join(', ')}`];
}
