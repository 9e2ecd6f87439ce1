import { type Call, type Caller, hasRole, pageOutput, type SaveContext } from '@colophon/core';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { signalContent } from '../record/content-signal.ts';
import { NestedList } from '../record/nested-list.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { ContentPreviewLinks } from './content-preview-link.ts';
import {
  createLink,
  LinkAnswer,
  LinkIdInput,
  LinkInput,
  type LinkMade,
  LinkMadeAnswer,
  type ListedLink,
  listLinks,
  revokeLink,
  sweepLinks,
} from './preview-links.ts';
import { previewRoutes } from './preview-routes.ts';

/** Contributors can share records of their tenant that they can read. */
function mayShow(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** Tells those who follow a preview, or who else edits the record, that it has changed. */
function tellFollowers({ id }: ContentRecord, { database }: SaveContext): Promise<void> {
  signalContent(database, id);
  return Promise.resolve();
}

/** Shows a draft to people without an account, by a link that expires. */
export const previews = capability({
  stores: [ContentPreviewLinks],
  routes: previewRoutes,
  sweeps: [(database) => sweepLinks(database)],
  afterSave: tellFollowers,
  afterDelete: tellFollowers,
  record: {
    operations: {
      createPreviewLink: {
        path: ['preview-links'],
        input: LinkInput,
        output: LinkMadeAnswer,
        access: mayShow,
        creates: true,
        replay: false,
        description: 'Create a link with which anyone can read the draft until it expires.',
      },
      listPreviewLinks: {
        method: 'GET',
        path: ['preview-links'],
        output: pageOutput(LinkAnswer),
        access: mayShow,
        description: 'List the links to the draft, without their secrets.',
      },
      revokePreviewLink: {
        method: 'DELETE',
        path: ['preview-links', '{linkId}'],
        input: LinkIdInput,
        access: mayShow,
        description: 'Revoke a link immediately.',
      },
    },
    methods: {
      /** Creates a link with which anyone can read the draft. Its URL is returned once. */
      createPreviewLink(this: ContentRecord, input: LinkInput = {}, call: Call = this.call): Promise<LinkMade> {
        return createLink(this, input, call);
      },

      /** Returns the links to the draft: for editors all, for others their own. */
      async listPreviewLinks(this: ContentRecord, call: Call = this.call): Promise<NestedList<ListedLink>> {
        return NestedList.whole(await listLinks(this, call));
      },

      /** Revokes a link immediately. @throws NotFoundError */
      revokePreviewLink(this: ContentRecord, { linkId }: { readonly linkId: string }, call: Call = this.call): Promise<void> {
        return revokeLink(this, linkId, call);
      },
    },
  },
});
