import type { FieldName } from '../../../state/editor/form.ts';
import type { PolicyDefinition, PolicyRule } from '../../../state/governance/definitions.ts';
import { type EditorPart, FIRST_FIELDS, partOf } from '../ContentEditor/parts.ts';

const PARTS_OF_CHECKS: Readonly<Partial<Record<PolicyRule['check'], EditorPart>>> = {
  facts_current: 'facts',
  references_current: 'citations',
  alt_text: 'pictures',
  disclosure: 'disclosure',
};

/** Whether a part is filled in where the requirement is shown, without leaving it. */
export function isInPlace(part: EditorPart): boolean {
  return part === 'disclosure' || (FIRST_FIELDS as readonly EditorPart[]).includes(part);
}

/** The field that determines whether a part of the editor is shown; a host may omit it. */
const FIELDS_OF_PARTS: Readonly<Partial<Record<EditorPart, FieldName>>> = { disclosure: 'metadata', pictures: 'thumbnailAssetId' };

/** Returns the parts of the editor that satisfy the checks of a policy, each once. */
export function partsToFill(policy: PolicyDefinition | undefined, fields: readonly FieldName[] | undefined): readonly EditorPart[] {
  const parts = (policy?.rules ?? []).flatMap(({ check, fields: asked = [] }) => {
    const part = PARTS_OF_CHECKS[check];
    return part === undefined ? asked.flatMap((path) => partOf(path) ?? []) : [part];
  });
  return [...new Set(parts)].filter((part) => {
    const field = FIELDS_OF_PARTS[part];
    return field === undefined || fields === undefined || fields.includes(field);
  });
}
