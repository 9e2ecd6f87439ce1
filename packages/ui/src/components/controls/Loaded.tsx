import type { ReactNode } from 'react';
import { useColophon } from '../provider/colophon-context.ts';
import { useLoaded } from '../provider/use-loaded.ts';

interface LoadedProps<Module> {
  /** Loads the module; the same function every time. */
  readonly load: () => Promise<Module>;
  /** Shown until the module is loaded; nothing by default. */
  readonly waiting?: ReactNode;
  readonly children: (module: Module) => ReactNode;
}

/** Renders a part of the package that is loaded on demand, or an error message if it cannot be loaded. */
export function Loaded<Module>({ load, waiting = null, children }: LoadedProps<Module>): ReactNode {
  const { messages } = useColophon();
  const loaded = useLoaded(load);
  if (loaded === null) return waiting;
  if (loaded === 'failed') return <p className="colo-field-error">{messages['problem.unloaded']}</p>;
  return children(loaded);
}
