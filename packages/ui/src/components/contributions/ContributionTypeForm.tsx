import { type ReactElement, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import { fileRulesOf, isTakenType } from '../../state/contributions/file-rules.ts';
import type { ContributionChannel, ContributionType } from '../../state/contributions/records.ts';
import { Field } from '../controls/Field.tsx';
import { SavedForm } from '../controls/SavedForm.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { SwitchField } from '../controls/SwitchField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { TokensField } from '../controls/TokensField.tsx';
import { useWords } from '../provider/use-words.ts';

interface ContributionTypeFormProps {
  readonly type: ContributionType;
  readonly isNew: boolean;
  readonly onSave: (type: ContributionType) => Promise<void>;
  readonly onCancel: () => void;
}

interface PartProps {
  readonly draft: ContributionType;
  readonly set: (changes: Partial<ContributionType>) => void;
  readonly faultOf: (field: string) => string | null;
}

/** Edits a contribution type. The key cannot be changed after it is stored. */
export function ContributionTypeForm({ type, isNew, onSave, onCancel }: ContributionTypeFormProps): ReactElement {
  const words = useWords(contributionsEn);
  const [draft, setDraft] = useState(type);
  const set = (changes: Partial<ContributionType>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <SavedForm label={draft.label || draft.key || words['types.new']} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <TextField label={words['types.name']} value={draft.label ?? ''} onChange={(label) => set({ label })} error={faultOf('label')} />
          <TextField
            label={words['types.key']}
            value={draft.key}
            onChange={(key) => set({ key })}
            error={faultOf('key')}
            input={{ readOnly: !isNew, dir: 'ltr', maxLength: 100, spellCheck: false, autoCapitalize: 'none' }}
          />
          <SwitchField label={words['types.enabled']} value={draft.enabled} onChange={(enabled) => set({ enabled })} />
          <Intake draft={draft} set={set} faultOf={faultOf} />
          <Promotion draft={draft} set={set} faultOf={faultOf} />
        </>
      )}
    </SavedForm>
  );
}

function Intake({ draft, set, faultOf }: PartProps): ReactElement {
  const words = useWords(contributionsEn);
  const { allowedChannels, intakeRules } = draft;
  const channel = (name: ContributionChannel): ReactElement => (
    <SwitchField
      label={words[`types.channel.${name}`]}
      value={allowedChannels.includes(name)}
      onChange={(isOn) => set({ allowedChannels: [...allowedChannels.filter((each) => each !== name), ...(isOn ? [name] : [])] })}
    />
  );
  const rules = (changes: Partial<ContributionType['intakeRules']>): void => set({ intakeRules: { ...intakeRules, ...changes } });
  return (
    <>
      <fieldset className="colo-gov-verdict">
        <legend>{words['types.channels']}</legend>
        {channel('web')}
        {channel('email')}
      </fieldset>
      <SelectField
        label={words['types.openTo']}
        value={draft.openTo ?? 'anyone'}
        options={(['anyone', 'members'] as const).map((value) => ({ value, label: words[`types.openTo.${value}`] }))}
        onChange={(openTo) => set({ openTo })}
      />
      <SwitchField label={words['types.allowText']} value={draft.allowText} onChange={(allowText) => set({ allowText })} />
      <SwitchField label={words['types.allowFiles']} value={draft.allowFiles} onChange={(allowFiles) => set({ allowFiles })} />
      {draft.allowFiles && (
        <>
          <SwitchField
            label={words['types.allowEmptyText']}
            value={draft.allowEmptyText}
            onChange={(allowEmptyText) => set({ allowEmptyText })}
          />
          <TextField
            label={words['types.maxFiles']}
            value={String(intakeRules.maxFiles ?? 10)}
            onChange={(text) => rules({ maxFiles: Math.min(50, Math.max(0, Math.trunc(Number(text)) || 0)) })}
            error={faultOf('intakeRules')}
            input={{ type: 'number', min: 0, max: 50 }}
          />
          <TokensField
            label={words['types.mime']}
            hint={words['types.mime.hint']}
            values={intakeRules.allowedMimePatterns ?? []}
            onChange={(allowedMimePatterns) => rules({ allowedMimePatterns })}
          />
          <FileTester type={draft} />
        </>
      )}
      <TokensField
        label={words['types.quarantine']}
        values={intakeRules.quarantineTextPatterns ?? []}
        onChange={(quarantineTextPatterns) => rules({ quarantineTextPatterns })}
      />
    </>
  );
}

function Promotion({ draft, set, faultOf }: PartProps): ReactElement {
  const words = useWords(contributionsEn);
  const { promotion } = draft;
  const change = (changes: Partial<ContributionType['promotion']>): void => set({ promotion: { ...promotion, ...changes } });
  return (
    <>
      <TextField
        label={words['types.target']}
        value={promotion.targetContentType}
        onChange={(targetContentType) => change({ targetContentType })}
        error={faultOf('promotion')}
        input={{ dir: 'ltr', autoCapitalize: 'none' }}
      />
      <TextField
        label={words['types.variant']}
        value={promotion.targetContentVariant ?? ''}
        onChange={(variant) => change({ targetContentVariant: variant === '' ? null : variant })}
      />
      <SelectField
        label={words['types.status']}
        value={promotion.targetContentStatus ?? 'draft'}
        options={(['draft', 'review'] as const).map((value) => ({ value, label: words[`contrib.target.${value}`] }))}
        onChange={(targetContentStatus) => change({ targetContentStatus })}
      />
      <SwitchField
        label={words['types.autoPromote']}
        value={promotion.autoPromoteTrusted ?? false}
        onChange={(autoPromoteTrusted) => change({ autoPromoteTrusted })}
      />
      <SwitchField
        label={words['types.createAssets']}
        value={promotion.createAssets ?? true}
        onChange={(createAssets) => change({ createAssets })}
      />
      {promotion.createAssets !== false && (
        <TextField
          label={words['types.relationship']}
          value={promotion.assetRelationship ?? 'attachment'}
          onChange={(assetRelationship) => change({ assetRelationship })}
          input={{ dir: 'ltr', maxLength: 100 }}
        />
      )}
    </>
  );
}

/** Checks a file against the rules in the form; nothing is sent. */
function FileTester({ type }: { readonly type: ContributionType }): ReactElement {
  const words = useWords(contributionsEn);
  const [file, setFile] = useState<File | null>(null);
  const isTaken =
    file !== null &&
    isTakenType(file.type, fileRulesOf({ ...type, allowedMimePatterns: type.intakeRules.allowedMimePatterns ?? [] }).allowedMimePatterns);
  return (
    <>
      <Field label={words['types.try']}>
        {(ids) => (
          <input {...ids} type="file" className="colo-input" onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)} />
        )}
      </Field>
      {file && (
        <p role="status" className={isTaken ? 'colo-quiet' : 'colo-field-error'}>
          {isTaken ? words['types.try.yes'] : words['types.try.no']}
        </p>
      )}
    </>
  );
}
