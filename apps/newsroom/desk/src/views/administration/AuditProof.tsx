import { useColophon } from '@colophon/ui';
import { type ReactElement, useEffect, useState } from 'react';

interface Key {
  readonly kid: string;
  /** When it was introduced and retired, in seconds since 1970. */
  readonly iat?: number;
  readonly exp?: number;
}

/** How the log is protected against tampering, and how to verify it. */
export function AuditProof(): ReactElement {
  const { format } = useColophon();
  const keys = useKeys();
  const at = (seconds: number): string => format.dateTime(new Date(seconds * 1000).toISOString());
  return (
    <details className="desk-box">
      <summary>How this log is protected</summary>
      <p>
        Entries form a hash chain, which is signed every hour or every thousand entries. Changing, removing, inserting or reordering entries
        in the database is detected. The operator of this Newsroom verifies the log with
      </p>
      <p>
        <code dir="ltr">newsroom audit verify</code>
      </p>
      <p>
        and exports a copy that can be verified elsewhere with <code dir="ltr">newsroom audit export</code>.
      </p>
      {keys && keys.length > 0 && (
        <>
          <p>
            Public keys for the log and for published pieces (<a href="/.well-known/jwks.json">JSON Web Key Set</a>):
          </p>
          <ul>
            {keys.map(({ kid, iat, exp }) => (
              <li key={kid}>
                <code dir="ltr">{kid}</code>{' '}
                <span className="colo-quiet">
                  {iat !== undefined && `since ${at(iat)}`}
                  {exp !== undefined && `, until ${at(exp)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

/** The public keys, which are not part of the API; undefined until loaded, and on errors. */
function useKeys(): readonly Key[] | undefined {
  const [keys, setKeys] = useState<readonly Key[]>();
  useEffect(() => {
    const ending = new AbortController();
    fetch('/.well-known/jwks.json', { signal: ending.signal })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { readonly keys: readonly Key[] }).keys : []))
      .then(setKeys, () => undefined);
    return () => ending.abort();
  }, []);
  return keys;
}
