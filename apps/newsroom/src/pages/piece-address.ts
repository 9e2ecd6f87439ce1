import { type AddressedContent, contentAddress } from '@colophon/content';
import type { Reading } from './reader-call.ts';

/**
 * Where a piece that a site shows is read: a path of this site, or a whole address for what belongs to another one. A tenant's site shows
 * global pieces too; they stand at the address of the settings, where no piece of the tenant can have theirs.
 */
export function pieceAddress(content: AddressedContent, { baseUrl, globalUrl }: Pick<Reading, 'baseUrl' | 'globalUrl'>): string {
  const address = contentAddress(content);
  const isElsewhere = content.tenantId === null && baseUrl !== globalUrl && address.startsWith('/');
  return isElsewhere ? `${globalUrl}${address}` : address;
}

/** The same of a row of `contents`. */
export function addressOfRow(row: Readonly<Record<string, unknown>>, reading: Pick<Reading, 'baseUrl' | 'globalUrl'>): string {
  const [id, type, slug, context] = [String(row['id']), String(row['type']), String(row['slug']), String(row['context'])];
  return pieceAddress({ id, type, slug, context, tenantId: (row['tenantId'] as string | null | undefined) ?? null }, reading);
}
