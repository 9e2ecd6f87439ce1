import { type AddressedContent, contentAddress } from '@colophon/content';
import type { Database } from '@colophon/core';
import type { Reading } from './reader-call.ts';

/**
 * The address of a piece on a site: a path of this site, or an absolute address if it belongs to another one. A tenant's site shows global
 * pieces too; their address is on the host of the settings, where no piece of the tenant can have the same.
 */
export function pieceAddress(
  database: Database,
  content: AddressedContent,
  { baseUrl, globalUrl }: Pick<Reading, 'baseUrl' | 'globalUrl'>,
): string {
  const address = contentAddress(database, content);
  const isElsewhere = content.tenantId === null && baseUrl !== globalUrl && address.startsWith('/');
  return isElsewhere ? `${globalUrl}${address}` : address;
}

/** The same for a row of `contents`. */
export function addressOfRow(
  database: Database,
  row: Readonly<Record<string, unknown>>,
  reading: Pick<Reading, 'baseUrl' | 'globalUrl'>,
): string {
  const [id, type, slug, context] = [String(row['id']), String(row['type']), String(row['slug']), String(row['context'])];
  return pieceAddress(database, { id, type, slug, context, tenantId: (row['tenantId'] as string | null | undefined) ?? null }, reading);
}
