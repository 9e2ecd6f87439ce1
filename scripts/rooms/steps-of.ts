/** The imports or permissions of each name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The steps of a ladder, from the bottom, and the names that have none because they are in circles or stand on one. */
export interface Steps {
  readonly steps: readonly (readonly string[])[];
  readonly left: readonly string[];
}

/** Takes away what imports nothing that is left, step by step. */
export function stepsOf(names: readonly string[], graph: Graph): Steps {
  const steps: (readonly string[])[] = [];
  let left = [...names];
  for (;;) {
    const rest = new Set(left);
    const free = left.filter((name) => ![...(graph.get(name) ?? [])].some((other) => other !== name && rest.has(other)));
    if (free.length === 0) return { steps, left };
    steps.push(free);
    left = left.filter((name) => !free.includes(name));
  }
}

/** Returns the names that are in a circle, or between two circles. */
export function inCircles(names: readonly string[], graph: Graph): readonly string[] {
  const { left } = stepsOf(names, graph);
  const importers = new Map(left.map((name) => [name, new Set(left.filter((other) => graph.get(other)?.has(name)))]));
  return stepsOf(left, importers).left;
}
