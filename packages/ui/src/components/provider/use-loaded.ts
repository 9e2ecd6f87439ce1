import { useEffect, useState } from 'react';

/**
 * A part of the package that is loaded when it is needed; null until it is there, `failed` where it cannot be had.
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
