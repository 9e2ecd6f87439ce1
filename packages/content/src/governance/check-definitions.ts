import type { AssignmentDefinition, Definitions, PolicyDefinition, ProfileDefinition } from './definitions.ts';

export interface DefinitionFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** Returns the key of an assignment. */
export function assignmentKey({ contentType, variant }: Pick<AssignmentDefinition, 'contentType' | 'variant'>): string {
  return JSON.stringify([contentType, variant ?? null]);
}

/** Returns all inconsistencies in a set of definitions. */
export function findFaults(definitions: Definitions): DefinitionFault[] {
  const within = (list: string, index: number, faults: readonly DefinitionFault[]): DefinitionFault[] =>
    faults.map((fault) => ({ ...fault, pointer: `/${list}/${index}${fault.pointer}` }));
  return [
    ...definitions.policies.flatMap((each, index) => within('policies', index, policyFaults(each))),
    ...definitions.profiles.flatMap((each, index) => within('profiles', index, profileFaults(each, definitions.policies))),
    ...definitions.assignments.flatMap((each, index) => within('assignments', index, assignmentFaults(each, definitions.profiles))),
  ];
}

/** A rule policy needs rules, an AI policy instructions; without them everything would pass. */
export function policyFaults({ kind, rules, instructions }: Pick<PolicyDefinition, 'kind' | 'rules' | 'instructions'>): DefinitionFault[] {
  if (kind !== 'rule' && rules.length > 0)
    return [{ pointer: '/rules', code: 'not_a_rule', detail: 'belong to policies of the kind rule' }];
  if (kind === 'rule' && rules.length === 0) return [{ pointer: '/rules', code: 'required', detail: 'must contain at least one check' }];
  if (kind === 'custom' && instructions.trim() === '')
    return [{ pointer: '/instructions', code: 'required', detail: 'must describe what the review checks' }];
  return rules.flatMap((rule, index) =>
    rule.check === 'required_fields' && rule.fields === undefined
      ? [{ pointer: `/rules/${index}/fields`, code: 'required', detail: 'must name the fields' }]
      : [],
  );
}

export function profileFaults(
  { requirements }: Pick<ProfileDefinition, 'requirements'>,
  policies: readonly Pick<PolicyDefinition, 'key'>[],
): DefinitionFault[] {
  const known = new Set(policies.map((each) => each.key));
  return requirements.flatMap(({ policyKey }, index) => {
    const pointer = `/requirements/${index}/policyKey`;
    if (!known.has(policyKey)) return [{ pointer, code: 'not_found', detail: `policy ${policyKey} does not exist` }];
    const first = requirements.findIndex((each) => each.policyKey === policyKey);
    return first === index ? [] : [{ pointer, code: 'repeated', detail: `${policyKey} is required twice` }];
  });
}

export function assignmentFaults(
  assignment: Pick<AssignmentDefinition, 'publicationProfileKey' | 'correctionProfileKey' | 'enforcePublishReadiness'>,
  profiles: readonly Pick<ProfileDefinition, 'key'>[],
): DefinitionFault[] {
  const known = new Set(profiles.map((each) => each.key));
  const faults = (['publicationProfileKey', 'correctionProfileKey'] as const).flatMap((name) => {
    const key = assignment[name] ?? null;
    return key === null || known.has(key) ? [] : [{ pointer: `/${name}`, code: 'not_found', detail: `profile ${key} does not exist` }];
  });
  if (assignment.enforcePublishReadiness && (assignment.publicationProfileKey ?? null) === null)
    faults.push({ pointer: '/publicationProfileKey', code: 'required', detail: 'must name the profile to enforce' });
  return faults;
}
