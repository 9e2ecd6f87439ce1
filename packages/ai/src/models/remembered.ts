/** Caches the result for a name; there are few model names. */
export function remembered<T>(find: (model: string) => T): (model: string) => T {
  const results = new Map<string, T>();
  return (model) => {
    let result = results.get(model);
    if (result === undefined) {
      if (results.size >= 200) results.clear();
      results.set(model, (result = find(model)));
    }
    return result;
  };
}
