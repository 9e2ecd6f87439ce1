import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A row as both servers store it; every value is derived from the number. */
export interface Piece {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly status: string;
  readonly category: string;
  readonly createdAt: string;
}

const CATEGORIES = ['news/politics', 'news/city', 'sport', 'culture/film', 'culture/books'];
const WORDS =
  'council budget vote river bridge school report minister open source data paper archive reader morning street library court harbour election'.split(
    ' ',
  );

/** Row number `index`, with a body of about `bodyBytes`. Ids sort by number, as UUIDs of version 7 sort by time. */
export function piece(index: number, bodyBytes: number): Piece {
  const number = String(index).padStart(8, '0');
  return {
    id: `0190${number.slice(0, 4)}-${number.slice(4)}-7000-8000-${hash('sha1', number).slice(0, 12)}`,
    slug: `piece-${index}`,
    title: `Piece ${index}: ${WORDS[index % WORDS.length]} and ${WORDS[(index * 7) % WORDS.length]}`,
    description: 'What happened, who said so, and what it means for the people who live there.',
    body: bodyOf(index, bodyBytes),
    status: index % 10 === 0 ? 'draft' : 'published',
    category: CATEGORIES[index % CATEGORIES.length] ?? 'news',
    createdAt: new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString(),
  };
}

/** Tags of very different frequency: half of all rows, one in ten, one in ten thousand. */
export function tagsOf(index: number): string[] {
  return [...(index % 2 === 0 ? ['common'] : []), ...(index % 10 === 3 ? ['frequent'] : []), ...(index % 10_000 === 17 ? ['rare'] : [])];
}

function bodyOf(index: number, bytes: number): string {
  const parts: string[] = [];
  for (let length = 0, step = index; length < bytes; step = (step * 1103515245 + 12345) & 0x7fffffff) {
    const word = WORDS[step % WORDS.length] ?? '';
    parts.push(word);
    length += word.length + 1;
  }
  return parts.join(' ');
}

/** Inserts rows in one transaction through raw SQL: the setup is not measured. */
export function insertAll(
  database: DatabaseSync,
  sql: string,
  count: number,
  values: (index: number) => readonly (string | number | null)[],
): void {
  const insert = database.prepare(sql);
  database.exec('BEGIN');
  for (let index = 0; index < count; index += 1) {
    insert.run(...values(index));
    if (index % 50_000 === 49_999) database.exec('COMMIT; BEGIN');
  }
  database.exec('COMMIT');
}

export const TOKEN_ROLE = 'editor';
