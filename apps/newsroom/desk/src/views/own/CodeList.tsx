import { Notice } from '@colophon/ui/controls';
import { type ReactElement, useEffect, useRef } from 'react';
import { useCopy } from '../../parts/use-copy.ts';

interface CodeListProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New recovery codes, shown once, with a copy button. */
export function CodeList({ codes, onClose }: CodeListProps): ReactElement {
  const copy = useCopy();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section aria-label="Your recovery codes">
      <h2>Your recovery codes</h2>
      <div ref={box} tabIndex={-1}>
        <Notice
          tone="success"
          actions={
            <>
              <button
                type="button"
                className="colo-button"
                data-kind="main"
                onClick={() => void copy(codes.join('\n'), 'Copying is blocked. Select the codes and press Ctrl+C or ⌘C.')}
              >
                Copy
              </button>
              <button type="button" className="colo-button" onClick={onClose}>
                I have saved them
              </button>
            </>
          }
        >
          <p>Store them somewhere you can reach without your phone. Each can be used once instead of a code. They are not shown again.</p>
          <ul className="desk-codes" dir="ltr">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </Notice>
      </div>
    </section>
  );
}
