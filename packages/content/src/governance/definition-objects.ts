import {
  type AccessSettings,
  boolean,
  collection,
  ConflictError,
  json,
  object,
  type SaveContext,
  text,
  ValidationError,
} from '@colophon/core';
import { z } from 'zod';
import { assignmentFaults, type DefinitionFault, policyFaults, profileFaults } from './check-definitions.ts';
import { POLICY_KINDS, Requirement, Rule } from './definitions.ts';
import { effectiveProfiles } from './load-definitions.ts';
import { foldName, nameField } from '../record/names.ts';
import { findPolicyUser, findProfileUser } from './usage.ts';

const access: AccessSettings = { read: 'viewer', create: 'admin', update: 'admin', delete: 'admin' };

/** A policy: see `POLICY_KINDS`. */
export class ContentGovernancePolicy extends object(
  {
    key: nameField(text({ required: true, description: 'The key that profiles refer to.' })),
    label: text({ maxLength: 200, description: 'The display name.' }),
    kind: text({ values: POLICY_KINDS, default: 'custom' }),
    instructions: text({ default: '', maxLength: 50_000, description: 'What an AI review checks.' }),
    humanVerdict: boolean({ default: true, description: 'Whether a person can also give the verdict of an AI policy.' }),
    rules: json<Rule[]>({
      default: [],
      schema: z.array(Rule).max(50),
      description: 'The checks of a rule policy: a list of {check, fields}.',
    }),
    metadata: json({ default: {} }),
  },
  {
    table: 'content_governance_policies',
    tenant: true,
    api: true,
    mcp: true,
    access,
    unique: [['tenantId', 'key']],
    label: 'Content governance policies',
    description: 'The policies that content is judged by.',
  },
) {
  protected override async beforeSave({ created, changed }: SaveContext): Promise<void> {
    refuseOtherKey(created, changed, 'key');
    if (Array.isArray(this.rules) && typeof this.instructions === 'string') refuse(policyFaults(this));
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    refuseInUse('policy', this.key, await findPolicyUser(database, this));
  }
}

/** The requirements of a piece: policies, each blocking or not. */
export class ContentGovernanceProfile extends object(
  {
    key: nameField(text({ required: true, description: 'The key that assignments refer to.' })),
    label: text({ maxLength: 200, description: 'The display name.' }),
    requirements: json<Requirement[]>({
      default: [],
      schema: z.array(Requirement).max(100),
      description: 'A list of {policyKey, blocking}.',
    }),
    metadata: json({ default: {} }),
  },
  {
    table: 'content_governance_profiles',
    tenant: true,
    api: true,
    mcp: true,
    access,
    unique: [['tenantId', 'key']],
    label: 'Content governance profiles',
    description: 'The policies that a piece must satisfy.',
  },
) {
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    refuseOtherKey(created, changed, 'key');
    if (!Array.isArray(this.requirements)) return;
    this.requirements = this.requirements.map((each) => ({ ...each, policyKey: foldName(String(each.policyKey)) }));
    refuse(profileFaults(this, (await effectiveProfiles(database, this.tenantId)).policies));
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    refuseInUse('profile', this.key, await findProfileUser(database, this));
  }
}

/** Which content is governed, and how. */
export class ContentGovernanceAssignment extends object(
  {
    contentType: nameField(text({ required: true, description: 'The governed content type.' })),
    variant: nameField(text({ description: 'The variant, matched exactly; empty for every variant without its own.' }), 200),
    enabled: boolean({ default: true, description: 'If false, exactly this type and variant is not governed.' }),
    factLinkingEnabled: boolean({ default: false, description: 'Whether facts can be linked.' }),
    transparencyEnabled: boolean({ default: false, description: 'Whether the transparency of published pieces is served.' }),
    publicationProfileKey: nameField(text({ description: 'The profile for publishing.' })),
    correctionProfileKey: nameField(text({ description: 'The profile for corrections.' })),
    enforcePublishReadiness: boolean({ default: false, description: 'Whether pieces that are not ready cannot be published.' }),
    metadata: json({ default: {} }),
  },
  {
    table: 'content_governance_assignments',
    tenant: true,
    api: true,
    mcp: true,
    access,
    unique: [['tenantId', 'contentType', 'variant']],
    label: 'Content governance assignments',
    description: 'Which content is governed, and how.',
  },
) {
  protected override async beforeSave({ database }: SaveContext): Promise<void> {
    for (const name of ['publicationProfileKey', 'correctionProfileKey'] as const) {
      const key: unknown = this[name];
      if (typeof key === 'string') this[name] = foldName(key);
    }
    refuse(assignmentFaults(this, (await effectiveProfiles(database, this.tenantId)).profiles));
  }
}

/** The stored policies. */
export class ContentGovernancePolicies extends collection(ContentGovernancePolicy) {}

/** The stored profiles. */
export class ContentGovernanceProfiles extends collection(ContentGovernanceProfile) {}

/** The stored assignments. */
export class ContentGovernanceAssignments extends collection(ContentGovernanceAssignment) {}

function refuse(faults: readonly DefinitionFault[]): void {
  if (faults.length > 0) throw ValidationError.of(faults);
}

/** With another key, definitions that refer to the old one would have no target. */
function refuseOtherKey(created: boolean, changed: readonly string[], name: string): void {
  if (created || !changed.includes(name)) return;
  throw ValidationError.of([{ pointer: `/${name}`, code: 'read_only', detail: 'cannot be changed; create another and delete this one' }]);
}

function refuseInUse(what: string, key: string, user: string | undefined): void {
  if (user === undefined) return;
  throw new ConflictError(`The ${what} ${key} is in use by ${user}.`, {
    code: 'in_use',
    hint: `Remove it from ${user} first.`,
  });
}
