import { type ReactElement, useState } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import {
  isJudgedByAi,
  type PolicyDefinition,
  type PolicyRule,
  type BuiltInCheck,
  type RuleCheck,
} from '../../../state/governance/definitions.ts';
import type { ReviewKind } from '../../../state/records.ts';
import { membersOf } from '../../../state/members-of.ts';
import type { RootProps } from '../../class-names.ts';
import { RowsField } from '../../controls/RowsField.tsx';
import { SavedForm } from '../../controls/SavedForm.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TokensField } from '../../controls/TokensField.tsx';
import { useWords } from '../../provider/use-words.ts';
import { KeyAndName } from './KeyAndName.tsx';

/** A policy that is being edited; a stored one has an `id`. */
export type PolicyDraft = PolicyDefinition & { readonly id?: string; readonly rev?: number };

/** The server's defaults. */
const USUAL = { instructions: '', humanVerdict: true, rules: [] } as const;

export interface ContentGovernancePolicyEditorProps extends RootProps {
  /** Missing values have the server's defaults. */
  readonly policy: Omit<PolicyDraft, keyof typeof USUAL> & Partial<Pick<PolicyDraft, keyof typeof USUAL>>;
  /** An exception is shown, errors of fields at the fields. */
  readonly onSave: (policy: PolicyDraft) => Promise<void> | void;
  readonly onCancel?: () => void;
}

const KINDS = membersOf<ReviewKind>({ human: true, rule: true, custom: true, facts: true, safety: true });
const CHECKS = membersOf<BuiltInCheck>({
  required_fields: true,
  facts_current: true,
  references_current: true,
  alt_text: true,
  disclosure: true,
});

function isBuiltIn(check: RuleCheck): check is BuiltInCheck {
  return (CHECKS as readonly string[]).includes(check);
}

/** A check of an extension stays as it is until another is chosen. */
function optionsFor(check: RuleCheck): readonly RuleCheck[] {
  return isBuiltIn(check) ? CHECKS : [...CHECKS, check];
}

/** Edits a policy: first who judges, then only the settings for that. */
export function ContentGovernancePolicyEditor({ policy, onSave, onCancel, ...root }: ContentGovernancePolicyEditorProps): ReactElement {
  const words = useWords(definitionsEn);
  // First as well, so that the saved members are in the given order.
  const [draft, setDraft] = useState<PolicyDraft>({ ...policy, ...USUAL, ...policy });
  const set = (changes: Partial<PolicyDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const checkName = (check: RuleCheck): string => (isBuiltIn(check) ? words[`defs.check.${check}`] : check);
  const ruleName = ({ check }: PolicyRule): string => checkName(check);
  return (
    <SavedForm {...root} label={draft.label || draft.key || words['defs.add.policy']} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <SelectField
            label={words['defs.kind']}
            value={draft.kind}
            options={KINDS.map((value) => ({ value, label: words[`defs.kind.${value}`] }))}
            onChange={(kind) => set({ kind })}
            error={faultOf('kind')}
          />
          <KeyAndName draft={draft} onChange={set} faultOf={faultOf} />
          {isJudgedByAi(draft.kind) && (
            <>
              <TextAreaField
                label={words['defs.instructions']}
                hint={draft.kind === 'custom' ? null : words['defs.instructions.hint']}
                value={draft.instructions}
                onChange={(instructions) => set({ instructions })}
                error={faultOf('instructions')}
                input={{ rows: 6, maxLength: 50_000 }}
              />
              <SwitchField
                label={words['defs.humanVerdict']}
                value={draft.humanVerdict}
                onChange={(humanVerdict) => set({ humanVerdict })}
              />
            </>
          )}
          {draft.kind === 'rule' && (
            <RowsField
              label={words['defs.rules']}
              rows={draft.rules}
              onChange={(rules) => set({ rules })}
              nameOf={ruleName}
              create={(): PolicyRule => ({ check: 'disclosure' })}
              addLabel={words['defs.rule.add']}
              error={faultOf('rules')}
            >
              {(rule, change) => (
                <>
                  <SelectField
                    label={words['defs.rule']}
                    value={rule.check}
                    options={optionsFor(rule.check).map((value) => ({ value, label: checkName(value) }))}
                    onChange={(check) => change(check === 'required_fields' ? { check, fields: ['description'] } : { check })}
                  />
                  {rule.check === 'required_fields' && (
                    <TokensField
                      label={words['defs.rule.fields']}
                      values={rule.fields ?? []}
                      onChange={(fields) => change({ ...rule, fields })}
                    />
                  )}
                </>
              )}
            </RowsField>
          )}
        </>
      )}
    </SavedForm>
  );
}
