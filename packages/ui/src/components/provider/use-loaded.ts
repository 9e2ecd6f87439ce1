import { useEffect, useState } from 'react';

/**
 * Loads a part of the package on demand; null while it is loading, `failed` if that is not possible.
 *
 * @param load the same function every time
 */
export function useLoaded<Module>(load: () => Promise<Module>): Module | 'failed' | null {
  const [loaded, setLoaded] = useState<{ readonly is: Module | 'failed' } | null>(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (module) => !isGone && setLoaded({ is: module }),
      () => !isGone && setLoaded({ is: 'failed' }),
    );
    return () => void (isGone = true);
  }, [load]);
  return loaded?.is ?? null;
}
