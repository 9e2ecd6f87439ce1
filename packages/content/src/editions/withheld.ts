import type { EditionWithheld, Shown } from '@colophon/contract';

/**
 * Returns what is shown without what is withheld. An entry whose object the record no longer uses is dropped: there is nothing to withhold.
 */
export function withheldFrom(shown: Shown, withheld: readonly EditionWithheld[]): Shown {
  if (withheld.length === 0) return shown;
  const standing = withheld.filter((each) => idsOf(shown, each.kind).includes(each.id) || shown.withheld.some(isSameAs(each)));
  const gone = (kind: EditionWithheld['kind'], id: string): boolean => standing.some((each) => each.kind === kind && each.id === id);
  return {
    ...shown,
    pictures: shown.pictures.filter(({ assetId }) => !gone('picture', assetId)),
    files: shown.files.filter(({ assetId }) => !gone('file', assetId)),
    facts: shown.facts.filter(({ factId }) => !gone('fact', factId)),
    references: shown.references.filter(({ targetId }) => !gone('reference', targetId)),
    withheld: standing,
  };
}

/** Returns the ids of what is shown of a kind. */
export function idsOf(shown: Shown, kind: EditionWithheld['kind']): readonly string[] {
  switch (kind) {
    case 'picture':
      return shown.pictures.map(({ assetId }) => assetId);
    case 'file':
      return shown.files.map(({ assetId }) => assetId);
    case 'fact':
      return shown.facts.map(({ factId }) => factId);
    case 'reference':
      return shown.references.map(({ targetId }) => targetId);
  }
}

function isSameAs({ kind, id }: EditionWithheld) {
  return (other: EditionWithheld): boolean => other.kind === kind && other.id === id;
}
