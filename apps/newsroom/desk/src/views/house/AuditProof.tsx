import { useColophon } from '@colophon/ui';
import { type ReactElement, useEffect, useState } from 'react';

interface Key {
  readonly kid: string;
  /** When it came into use and went out of it, in seconds since 1970. */
  readonly iat?: number;
  readonly exp?: number;
}

/** Why the log can be believed, and how somebody checks it who does not believe the database. */
export function AuditProof(): ReactElement {
  const { format } = useColophon();
  const keys = useKeys();
  const at = (seconds: number): string => format.dateTime(new Date(seconds * 1000).toISOString());
  return (
    <details className="desk-box">
      <summary>Can this log be believed?</summary>
      <p>
        Each entry is linked with the one before it, and every hour or thousand entries the state of the chain is signed. Somebody who
        changes, removes, inserts or moves an entry in the database is found. Whoever runs this Newsroom checks it with
      </p>
      <p>
        <code dir="ltr">newsroom audit verify</code>
      </p>
      <p>
        and keeps a copy that anyone can check elsewhere with <code dir="ltr">newsroom audit export</code>.
      </p>
      {keys && keys.length > 0 && (
        <>
          <p>
            Keys that sign it and what is published, <a href="/.well-known/jwks.json">as anybody can read them</a>:
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

/** The public keys, which are no part of the API; undefined until they are known, and where there are none. */
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
