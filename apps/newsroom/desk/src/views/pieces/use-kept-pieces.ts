import { useColophon } from '@colophon/ui';
import { type KeptPiece, keptPieces } from '@colophon/ui/state';
import { useEffect, useState } from 'react';

const NONE: readonly KeptPiece[] = [];

/** The unsaved new pieces on this device, read after the previous editor has kept its last input. */
export function useKeptPieces(): readonly KeptPiece[] {
  const { storage, user } = useColophon();
  const [pieces, setPieces] = useState(NONE);
  const userId = user?.id;
  const tenantId = user?.tenantId ?? null;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const read = (): void => setPieces(keptPieces(storage, { userId, tenantId }));
    read();
    // Another tab may have kept one, or saved it.
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [storage, userId, tenantId]);
  return pieces;
}
