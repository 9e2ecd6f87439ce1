/** Caches the result for a name; there are few model names. */
export function remembered<T>(find: (model: string) => T): (model: string) => T {
  const known = new Map<string, T>();
  return (model) => {
    let found = known.get(model);
    if (found === undefined) {
      if (known.size >= 200) known.clear();
      known.set(model, (found = find(model)));
    }
    return found;
  };
}
