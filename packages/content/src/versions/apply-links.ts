import type { Call } from '@colophon/core';
import { replaceAssets } from '../assets/replace-assets.ts';
import { usableAssets } from '../assets/thumbnail-use.ts';
import { replaceFactLinks } from '../facts/replace-fact-links.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { replaceReferences } from '../references/replace-references.ts';
import type { Snapshot } from './snapshot.ts';

/** Sets the links of a record to those of a snapshot, if their targets still exist; facts only if the type can still be linked to them. */
export async function applyLinks(content: ContentRecord, { references, facts, assets }: Snapshot, call: Call): Promise<void> {
  await replaceReferences(content, references, call);
  const { factLinkingEnabled } = await resolveGovernanceOf(content.database, content);
  if (factLinkingEnabled) await replaceFactLinks(content, facts, call);
  const usable = await usableAssets(
    content,
    content.database,
    assets.map(({ assetId }) => assetId),
  );
  await replaceAssets(
    content,
    assets.filter(({ assetId }) => usable.has(assetId)),
    call,
  );
}
