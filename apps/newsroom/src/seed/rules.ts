import type { Call, Database } from '@colophon/core';
import {
  ContentContributionTypes,
  ContentGovernanceAssignments,
  ContentGovernancePolicies,
  ContentGovernanceProfiles,
} from '@colophon/content';

/** Marks a database as filled by this program. */
export const DEMO_MARK = 'harbour courier';

/** The requirements for publishing an article: a human review, and a statement on the involvement of AI. Neither needs an AI. */
export async function makeRules(database: Database, call: Call): Promise<void> {
  const policies = new ContentGovernancePolicies(database, call);
  await policies.add({ key: 'second-reader', label: 'Read by a person', kind: 'human' });
  await policies.add({ key: 'ai-disclosure', label: 'AI disclosure', kind: 'rule', rules: [{ check: 'disclosure' }] });
  await new ContentGovernanceProfiles(database, call).add({
    key: 'courier',
    label: 'Before it is printed',
    metadata: { demo: DEMO_MARK },
    requirements: [
      { policyKey: 'second-reader', blocking: true },
      { policyKey: 'ai-disclosure', blocking: true },
    ],
  });
  await new ContentGovernanceAssignments(database, call).add({
    contentType: 'article',
    publicationProfileKey: 'courier',
    enforcePublishReadiness: true,
    factLinkingEnabled: true,
    transparencyEnabled: true,
  });
}

/** The forms for contributions. */
export async function makeContributionTypes(database: Database, call: Call): Promise<void> {
  await new ContentContributionTypes(database, call).add({
    key: 'readers-letter',
    label: 'A letter to the paper',
    allowFiles: true,
    intakeRules: { allowedMimePatterns: ['image/*'], quarantineTextPatterns: ['casino'], maxFiles: 3 },
    promotion: { targetContentType: 'article' },
  } as never);
}
