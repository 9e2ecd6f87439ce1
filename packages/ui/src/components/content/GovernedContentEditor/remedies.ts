import type { FieldName } from '../../../state/editor/form.ts';
import type { PolicyDefinition, PolicyRule } from '../../../state/governance/definitions.ts';
import { type EditorPart, partOf } from '../ContentEditor/parts.ts';

const PARTS_OF_CHECKS: Readonly<Partial<Record<PolicyRule['check'], EditorPart>>> = {
  facts_current: 'facts',
  references_current: 'citations',
  alt_text: 'pictures',
  disclosure: 'disclosure',
};

/** The field that a part of the editor is shown for; a host may leave it out. */
const FIELDS_OF_PARTS: Readonly<Partial<Record<EditorPart, FieldName>>> = { disclosure: 'metadata', pictures: 'thumbnailAssetId' };

/** The parts of the editor where what the checks of a policy ask for is filled in, each once. */
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
