import { ContentBase } from '../content/content-base.ts';
import { type GivenAsset, withGivenAsset } from '../assets/given-asset.ts';
import { type ContentAsset, ContentAssets } from '../assets/content-asset.ts';
import { readAssets, useAsset, type UsedAsset } from '../assets/replace-assets.ts';
import { type FactLink, type FactRelationship } from '../facts/fact-link.ts';
import type { Fact } from '../facts/fact.ts';
import { factsOf, factsState, type FactsState, linksOf } from '../facts/facts-of-content.ts';
import { addLink, type FactSync, syncFactLinks } from '../facts/replace-fact-links.ts';
import { type ContentReference, ContentReferences } from '../references/content-reference.ts';
import { attachReference } from '../references/attach-reference.ts';
import { driftOf, type ReferenceDrift } from '../references/drift.ts';
import { type CitedContent, citedBy } from '../references/cited.ts';
import { type ContentScheduleRun, ContentScheduleRuns } from '../scheduling/content-schedule-run.ts';
import type { ContentVersion } from '../versions/content-version.ts';
import { createVersion } from '../versions/create-version.ts';
import { diffVersions, type VersionDifference } from '../versions/diff-versions.ts';
import { listVersions, type VersionList } from '../versions/list-versions.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { requireFactLinking } from './fact-linking.ts';
import type * as inputs from './inputs.ts';
import { NestedList } from './nested-list.ts';
import { NotFoundError } from '@colophon/core';
import { lockContent } from './lock-content.ts';

/** What a record of content can do with its versions, and with what it leans on. */
export class LinkedContent extends ContentBase {
  /** The versions, the latest first. From the list one of them can be restored: `list.restoreIntoContent(id)`. */
  listVersions(page: inputs.PageInput = {}): Promise<VersionList> {
    return listVersions(this, page);
  }

  /** Keeps the record as it stands as a version. */
  mutateVersionAction(input: inputs.VersionInput = {}, call = this.call): Promise<ContentVersion> {
    return createVersion(this, { ...input, kind: input.kind ?? 'manual' }, call);
  }

  /** Compares two versions, or one with the record as it stands. @throws NotFoundError */
  diffVersions({ from, to }: inputs.DiffInput): Promise<VersionDifference> {
    return diffVersions(this, from, to);
  }

  /** Gives the record what one of its versions has and saves it, through the gate. @throws NotFoundError */
  async restoreVersion({ versionId }: inputs.VersionIdInput, call = this.call): Promise<this> {
    await restoreVersion(this, versionId, call);
    return this;
  }

  /** What the record cites, as far as the caller may see it, with drift. */
  async getReferences(call = this.call): Promise<NestedList<CitedContent>> {
    return NestedList.whole(await citedBy(this, call));
  }

  /** Where each reference stands: `{targetId, citedVersion, currentVersion, isDrifted}`. */
  async getReferenceDrift(call = this.call): Promise<NestedList<ReferenceDrift>> {
    return NestedList.whole((await citedBy(this, call)).map(driftOf));
  }

  /** Cites another record. Doing it again keeps the reference, and changes its pin when one is given, null included. */
  addReference(
    target: string | { readonly id: string },
    options: { targetVersion?: number | null } = {},
    call = this.call,
  ): Promise<ContentReference> {
    return attachReference(this, { targetId: typeof target === 'string' ? target : target.id, ...options }, call);
  }

  /** As `addReference`, for callers from outside. */
  attachReference(input: inputs.ReferenceInput, call = this.call): Promise<ContentReference> {
    return attachReference(this, input, call);
  }

  /** Stops citing a record. @throws NotFoundError when it is not cited */
  async removeReference(input: string | inputs.TargetInput, call = this.call): Promise<void> {
    const target_id = typeof input === 'string' ? input : input.targetId;
    const found = await new ContentReferences(this.database, call).find({ source_id: this.id, target_id });
    if (!found) throw new NotFoundError(`This record does not cite ${target_id}.`);
    await found.delete();
  }

  /** Links a fact. @throws ConflictError when no assignment enables it @throws ValidationError when there is no such fact */
  addFact(factId: string, relationship: FactRelationship = 'supports', call = this.call): Promise<FactLink> {
    return addLink(this, factId, relationship, call);
  }

  /** As `addFact`, for callers from outside. */
  linkFact({ factId, relationship }: inputs.FactLinkInput, call = this.call): Promise<FactLink> {
    return this.addFact(factId, relationship, call);
  }

  /** The linked facts, each once; a superseded one as the latest that took its place, unless `latestOnly` is false. */
  getFacts({ latestOnly = true, relationship }: inputs.FactsInput = {}): Promise<NestedList<Fact>> {
    return factsOf(this, latestOnly, relationship);
  }

  async getFactLinks(): Promise<NestedList<FactLink>> {
    return NestedList.whole(await linksOf(this));
  }

  /** The linked facts, their links, and which of them others took the place of. */
  getFactsState(): Promise<FactsState> {
    return factsState(this);
  }

  /** Links exactly these facts under one relationship; links of others stay. @throws ConflictError when it is not enabled */
  async syncFactsState({ factIds, relationship }: inputs.SyncFactsInput, call = this.call): Promise<FactsState & { sync: FactSync }> {
    const sync = await this.database.transaction(async () => {
      await requireFactLinking(this.database, this);
      await lockContent(this.database, this.id);
      return syncFactLinks(this, factIds, relationship ?? 'supports', call);
    });
    return { ...(await factsState(this)), sync };
  }

  /** The assets in use, in their order. */
  async getAssets(input: string | inputs.AssetsInput = {}): Promise<NestedList<UsedAsset>> {
    const relationship = typeof input === 'string' ? input : input.relationship;
    return NestedList.whole(await readAssets(this.database, [this.id], relationship));
  }

  /** Uses an asset, or one made of the bytes given, in a role; in that role already, it gets the new place. */
  addAsset(asset: GivenAsset, relationship = 'attachment', sortOrder = 0, call = this.call): Promise<ContentAsset> {
    return withGivenAsset(this, asset, call, (asset_id) => useAsset(this, { asset_id, relationship, sort_order: sortOrder }, call));
  }

  /** As `addAsset`, for callers from outside. */
  attachAsset({ assetId, relationship, sort_order }: inputs.AssetUseInput, call = this.call): Promise<ContentAsset> {
    return this.addAsset(assetId, relationship, sort_order, call);
  }

  /** Stops using an asset, in one role or in all. */
  removeAsset(assetId: string, relationship?: string, call = this.call): Promise<void> {
    return this.detachAsset({ assetId, ...(relationship === undefined ? {} : { relationship }) }, call);
  }

  /** As `removeAsset`, for callers from outside. @throws NotFoundError when the asset is not in use so */
  async detachAsset({ assetId, relationship }: inputs.AssetRemovalInput, call = this.call): Promise<void> {
    const where = { content_id: this.id, asset_id: assetId, ...(relationship === undefined ? {} : { relationship }) };
    const uses = await new ContentAssets(this.database, call).list({ where, limit: 1000 });
    if (uses.length === 0)
      throw new NotFoundError(`This record does not use asset ${assetId}${relationship ? ` as ${relationship}` : ''}.`);
    for (const use of uses) await use.delete();
  }

  /**
   * Uses a picture as thumbnail, or one made of the bytes given, and names it in `thumbnailAssetId`.
   *
   * @example
   * await article.setThumbnail({ name: 'oak.png', content: await readFile('oak.png'), altText: 'An oak.' });
   */
  async setThumbnail(image: GivenAsset, call = this.call): Promise<this> {
    const before = this.thumbnailAssetId;
    return withGivenAsset(this, image, call, async (id) => {
      try {
        await this.database.transaction(async () => {
          await this.addAsset(id, 'thumbnail', 0, call);
          this.thumbnailAssetId = id;
          await this.save();
        });
      } catch (error) {
        this.thumbnailAssetId = before;
        throw error;
      }
      return this;
    });
  }

  /** What came of the dates for publication, the latest first. */
  async listScheduleRuns({ limit = 50, offset = 0 }: inputs.PageInput = {}): Promise<NestedList<ContentScheduleRun>> {
    return new NestedList(await new ContentScheduleRuns(this.database).page({ where: { contentId: this.id }, limit, offset }));
  }
}
