import type { AnyCollectionClass } from '@colophon/core';
import { Assets } from '../assets/asset.ts';
import { ContentAssets } from '../assets/content-asset.ts';
import { FactLinks } from '../facts/fact-link.ts';
import { Facts } from '../facts/fact.ts';
import { ContentCorrections } from '../corrections/content-correction.ts';
import { ContentReviews } from '../reviews/content-review.ts';
import { ContentReferences } from '../references/content-reference.ts';
import { ContentScheduleRuns } from '../scheduling/content-schedule-run.ts';
import { ContentVersions } from '../versions/content-version.ts';
import { ContentGovernanceAssignments, ContentGovernancePolicies, ContentGovernanceProfiles } from './definition-objects.ts';

/** Everything that is stored around content; an application lists them beside `Contents` to offer them. */
export const GOVERNED_COLLECTIONS: readonly AnyCollectionClass[] = [
  ContentVersions,
  ContentReviews,
  ContentCorrections,
  ContentScheduleRuns,
  ContentReferences,
  Facts,
  FactLinks,
  Assets,
  ContentAssets,
  ContentGovernancePolicies,
  ContentGovernanceProfiles,
  ContentGovernanceAssignments,
];
