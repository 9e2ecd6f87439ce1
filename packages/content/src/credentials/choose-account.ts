import { type Database, ValidationError } from '@colophon/core';
import { readAccounts, type StoredAccount } from './stored-account.ts';

/** Which account of a piece: that of an edition, a version, a revision, or by default of the latest publication. */
export interface AccountSelection {
  readonly edition?: number | undefined;
  readonly version?: number | undefined;
  readonly revision?: number | undefined;
}

/** The kinds of editions that say what readers get. */
const PUBLISHED = ['publication', 'withholding'];

/**
 * Returns the edition whose account is meant.
 *
 * @throws ValidationError if more than one is named
 */
export async function chooseAccount(
  database: Database,
  contentId: string,
  { edition, version, revision }: AccountSelection,
): Promise<StoredAccount | undefined> {
  const named = Object.entries({ edition, version, revision }).filter(([, value]) => value !== undefined);
  const [, second] = named;
  if (second)
    throw ValidationError.of([{ pointer: `/${second[0]}`, code: 'conflicting', detail: `cannot be combined with ${named[0]?.[0]}` }]);
  if (edition !== undefined) return editionNumbered(database, contentId, edition);
  if (version !== undefined || revision !== undefined) {
    const found = await readAccounts(database, (all) => {
      const own = all.where('edition.contentId', '=', contentId).orderBy('edition.number', 'desc');
      return version !== undefined
        ? own.where('stored.version', '=', version).where('edition.kind', 'in', ['publication', 'correction'])
        : own
            .where('edition.revision', '=', revision ?? 0)
            .where('edition.versionId', 'is', null)
            .where('edition.kind', '=', 'publication');
    });
    // What was signed at its time, rather than what was signed later for the same publication.
    return found.find(({ number, kid }) => number < 0 && kid !== null) ?? found[0];
  }
  return latestAccount(database, contentId);
}

async function editionNumbered(database: Database, contentId: string, number: number): Promise<StoredAccount | undefined> {
  const [found] = await readAccounts(database, (all) =>
    all.where('edition.contentId', '=', contentId).where('edition.number', '=', number),
  );
  return found;
}

/**
 * The latest publication. The first edition of a piece that was published before there were editions is made by this program, and nobody
 * signs it but the command: until then the account is the one of that time.
 */
async function latestAccount(database: Database, contentId: string): Promise<StoredAccount | undefined> {
  const [latest] = await readAccounts(database, (all) =>
    all
      .where('edition.contentId', '=', contentId)
      .where('edition.number', '>', 0)
      .where('edition.kind', 'in', PUBLISHED)
      .orderBy('edition.number', 'desc')
      .limit(1),
  );
  const isMadeLater = latest?.number === 1 && latest.kid === null && latest.seal === null;
  if (latest && !isMadeLater) return latest;
  const [earlier] = await readAccounts(database, (all) =>
    all
      .where('edition.contentId', '=', contentId)
      .where('edition.number', '<', 0)
      .where('edition.kind', '=', 'publication')
      .orderBy('edition.publishedAt', 'desc')
      .orderBy('edition.id', 'desc')
      .limit(1),
  );
  return earlier ?? latest;
}
