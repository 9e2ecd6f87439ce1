import type { AnyCollectionClass } from '@colophon/core';
import { ContentContributions } from './content-contributions.ts';
import { ContentContributionRevisions } from './record/content-contribution-revision.ts';
import { ContentContributionAttachments } from './files/content-contribution-attachment.ts';
import { ContentInboundMails } from './record/content-inbound-mail.ts';
import { ContentContributors } from './people/content-contributor.ts';
import { ContentContributionTypes } from './types/content-contribution-type.ts';

/** Contributions and all related collections. */
export const CONTRIBUTION_COLLECTIONS: readonly AnyCollectionClass[] = [
  ContentContributions,
  ContentContributionTypes,
  ContentContributors,
  ContentContributionRevisions,
  ContentContributionAttachments,
  ContentInboundMails,
];
