/** A piece that an address may mean, or the account of one. */
export interface PiecePlace {
  readonly slug: string;
  readonly context: string;
  readonly isAccount: boolean;
}

const ACCOUNT = 'how-this-was-made';

/**
 * The possible meanings of an address below a section, most likely first: the account of a piece, a piece. Empty if it is not a valid
 * address of a piece.
 */
export function placesOf(pathname: string, section: string): PiecePlace[] {
  const segments = decodedSegments(pathname.slice(`/${section}/`.length));
  if (segments === undefined) return [];
  const whole = placeOf(segments, false);
  return segments.length > 1 && segments.at(-1) === ACCOUNT ? [placeOf(segments.slice(0, -1), true), whole] : [whole];
}

function placeOf(segments: readonly string[], isAccount: boolean): PiecePlace {
  return { slug: segments.at(-1) ?? '', context: segments.slice(0, -1).join('/'), isAccount };
}

function decodedSegments(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.every((each) => each !== '' && !each.includes('\0')) ? segments : undefined;
  } catch {
    return undefined;
  }
}
