import { type Call, type Page, pageOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { requireFactLinking } from '../governance/fact-linking.ts';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { id, PageInput } from '../record/inputs.ts';
import { lockContent } from '../record/lock-content.ts';
import { NestedList } from '../record/nested-list.ts';
import { type Fact, Facts } from './fact.ts';
import { FACT_RELATIONSHIPS, type FactLink, FactLinks, type FactRelationship } from './fact-link.ts';
import { factsOf, factsState, type FactsState, linksOf } from './facts-of-content.ts';
import { addLink, type FactSync, removeLinks, syncFactLinks } from './replace-fact-links.ts';

const relationship = z.enum(FACT_RELATIONSHIPS);

const FactLinkInput = z.strictObject({ factId: id, relationship: relationship.default('supports') });
type FactLinkInput = z.input<typeof FactLinkInput>;

const UnlinkFactInput = z.strictObject({ factId: id, relationship: relationship.optional().describe('Default: all relationships.') });
type UnlinkFactInput = z.infer<typeof UnlinkFactInput>;

const FactsInput = z.strictObject({
  latestOnly: z.boolean().default(true).describe('Return the superseding fact for a superseded one.'),
  relationship: relationship.optional(),
});
type FactsInput = z.input<typeof FactsInput>;

const SyncFactsInput = z.strictObject({
  factIds: z.array(id).max(1000).describe('The complete list of linked facts.'),
  relationship: relationship.default('supports').describe('Links of other relationships are kept.'),
});
type SyncFactsInput = z.input<typeof SyncFactsInput>;

const BrowseFactsInput = z.strictObject({
  query: z.string().max(500).optional().describe('Words to search for.'),
  latestOnly: z.boolean().default(true).describe('Omit superseded facts.'),
  limit: PageInput.shape.limit,
  offset: PageInput.shape.offset,
  cursor: z.string().optional().describe('nextCursor of the previous page.'),
});
type BrowseFactsInput = z.input<typeof BrowseFactsInput>;

const FactsStateAnswer = z.object({
  factIds: z.array(z.string()),
  facts: z.array(recordOutput('facts')),
  factLinks: z.array(recordOutput('fact_links')),
  superseded: z.array(z.object({ factId: z.string(), latestId: z.string() })).describe('Linked facts that were superseded.'),
});

const FactSyncAnswer = z.object({ added: z.array(z.string()), kept: z.array(z.string()), removed: z.array(z.string()) });

/** A record relies on facts, which can be superseded. */
export const facts = capability({
  tables: [Facts, FactLinks],
  record: {
    operations: {
      getFactsState: {
        method: 'GET',
        path: ['facts'],
        output: FactsStateAnswer,
        access: isTenantStaff,
        description: 'The linked facts with their links.',
      },
      syncFactsState: {
        method: 'PUT',
        path: ['facts'],
        input: SyncFactsInput,
        output: FactsStateAnswer.extend({ sync: FactSyncAnswer }),
        version: 'optional',
        description: 'Link exactly these facts.',
      },
      getFacts: {
        method: 'GET',
        path: ['facts', 'list'],
        input: FactsInput,
        output: pageOutput(recordOutput('facts')),
        access: isTenantStaff,
        description: 'List the linked facts, each as its latest version.',
      },
      getFactLinks: {
        method: 'GET',
        path: ['facts', 'links'],
        output: pageOutput(recordOutput('fact_links')),
        access: isTenantStaff,
        description: 'List the links to facts.',
      },
      linkFact: {
        path: ['facts'],
        input: FactLinkInput,
        output: recordOutput('fact_links'),
        creates: true,
        version: 'optional',
        description: 'Link a fact.',
      },
      unlinkFact: {
        method: 'DELETE',
        path: ['facts', '{factId}'],
        input: UnlinkFactInput,
        version: 'optional',
        description: 'Remove the link to a fact.',
      },
    },
    methods: {
      /** Links a fact. @throws ConflictError if no assignment enables it @throws ValidationError if the fact does not exist */
      addFact(this: ContentRecord, factId: string, relationship: FactRelationship = 'supports', call: Call = this.call): Promise<FactLink> {
        return addLink(this, factId, relationship, call);
      },

      /** Like `addFact`, for external callers. */
      linkFact(this: ContentRecord, { factId, relationship = 'supports' }: FactLinkInput, call: Call = this.call): Promise<FactLink> {
        return addLink(this, factId, relationship, call);
      },

      /** Removes the link to a fact, under one relationship or under all. @throws NotFoundError if there is none */
      unlinkFact(this: ContentRecord, input: UnlinkFactInput, call: Call = this.call): Promise<void> {
        return removeLinks(this, input, call);
      },

      /** Returns the linked facts, each once; a superseded one as its latest successor, unless `latestOnly` is false. */
      getFacts(this: ContentRecord, { latestOnly = true, relationship }: FactsInput = {}): Promise<NestedList<Fact>> {
        return factsOf(this, latestOnly, relationship);
      },

      /** Returns the links to facts, in the order of creation. */
      async getFactLinks(this: ContentRecord): Promise<NestedList<FactLink>> {
        return NestedList.whole(await linksOf(this));
      },

      /** Returns the linked facts, their links, and those that were superseded. */
      getFactsState(this: ContentRecord): Promise<FactsState> {
        return factsState(this);
      },

      /** Links exactly these facts under one relationship; other links are kept. @throws ConflictError if linking is not enabled */
      async syncFactsState(
        this: ContentRecord,
        { factIds, relationship }: SyncFactsInput,
        call: Call = this.call,
      ): Promise<FactsState & { sync: FactSync }> {
        const sync = await this.database.transaction(async () => {
          await requireFactLinking(this.database, this);
          await lockContent(this.database, this.id);
          return syncFactLinks(this, factIds, relationship ?? 'supports', call);
        });
        return { ...(await factsState(this)), sync };
      },
    },
  },
  collection: {
    operations: {
      browseFacts: {
        method: 'GET',
        path: ['facts'],
        input: BrowseFactsInput,
        output: pageOutput(recordOutput('facts')),
        access: 'viewer',
        description: 'Browse and search the catalog of facts.',
      },
    },
    methods: {
      /** Returns the facts, best matches of a search first; without a search the newest first. */
      browseFacts(
        this: ContentCollection,
        { query, latestOnly = true, limit, offset, cursor }: BrowseFactsInput = {},
      ): Promise<Page<Record<string, unknown>>> {
        return new Facts(this.database, this.call).rows({
          ...(query === undefined || query.trim() === '' ? {} : { search: query }),
          ...(latestOnly ? { where: { status: { ne: 'superseded' } } } : {}),
          ...(limit === undefined ? {} : { limit }),
          ...(offset === undefined ? {} : { offset }),
          ...(cursor === undefined ? {} : { cursor }),
        });
      },
    },
  },
});
