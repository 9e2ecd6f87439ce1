import { type Database, SYSTEM_CALL } from '@colophon/core';
import { Tags } from '@colophon/tags';

/** Slug, name, German name, parent. */
const TAGS: readonly (readonly [string, string, string, string | null, string?])[] = [
  ['town', 'Town', 'Stadt', null, 'What the council decides, and what becomes of it.'],
  ['council', 'Council', 'Stadtrat', 'town'],
  ['budget', 'Budget', 'Haushalt', 'council'],
  ['streets', 'Streets', 'Straßen', 'town'],
  ['nature', 'Nature', 'Natur', 'town'],
  ['schools', 'Schools', 'Schulen', 'town'],
  ['harbour', 'Harbour', 'Hafen', null, 'Ships, tides and those who work with them.'],
  ['ferries', 'Ferries', 'Fähren', 'harbour'],
  ['tides', 'Tides', 'Gezeiten', 'harbour'],
  ['work', 'Work', 'Arbeit', 'harbour'],
  ['culture', 'Culture', 'Kultur', null, 'Books, music, and places for both.'],
  ['library', 'Library', 'Bücherei', 'culture'],
  ['how-we-work', 'How we work', 'Wie wir arbeiten', null, 'What this paper holds itself to.'],
  ['best-practices', 'Best practices', 'Bewährtes', 'how-we-work'],
  ['technical-debt', 'Technical debt', 'Technische Schulden', 'how-we-work'],
];

/** The topics of the demonstration, nested, each with its name in a second language. */
export async function makeVocabulary(database: Database): Promise<void> {
  const tags = new Tags(database, SYSTEM_CALL);
  await tags.bulkCreateTags(TAGS.map(([slug, name, , parent_slug, description]) => ({ slug, name, parent_slug, description })));
  for (const [slug, , german] of TAGS) await tags.addAlias(slug, german, 'de');
}
