import { Notice } from '@colophon/ui/controls';
import { type ReactElement, useEffect, useRef } from 'react';
import { useCopy } from '../../parts/use-copy.ts';

interface CodeListProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, the one time that they are shown: they take the focus, and are copied in one press. */
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
                onClick={() => void copy(codes.join('\n'), 'Select the codes, and copy them with the keys of your system.')}
              >
                Copy
              </button>
              <button type="button" className="colo-button" onClick={onClose}>
                I have kept them
              </button>
            </>
          }
        >
          <p>Keep them where you find them without your phone. Each works once in place of a code, and they are shown only now.</p>
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
