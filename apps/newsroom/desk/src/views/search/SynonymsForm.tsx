import { SavedForm, SelectField, TextField, TokensField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';

const KINDS = [
  { value: 'both', label: 'Each finds the others' },
  { value: 'oneWay', label: 'The first finds the others' },
] as const;

export interface Synonyms {
  readonly id: string;
  readonly rev: number;
  readonly terms: readonly string[];
  readonly kind: (typeof KINDS)[number]['value'];
  readonly language: string | null;
}

interface SynonymsFormProps {
  /** Those that are changed; without it, new ones are created. */
  readonly synonyms?: Synonyms;
  /** The first terms of new ones. */
  readonly terms?: readonly string[];
  readonly onDone: () => void;
}

/** Creates or changes words that mean the same. */
export function SynonymsForm({ synonyms, terms: first = [], onDone }: SynonymsFormProps): ReactElement {
  const refresh = useRefresh();
  const [terms, setTerms] = useState<readonly string[]>(synonyms?.terms ?? first);
  const [kind, setKind] = useState<Synonyms['kind']>(synonyms?.kind ?? 'both');
  const [language, setLanguage] = useState(synonyms?.language ?? '');
  return (
    <div className="desk-box">
      <SavedForm
        label={synonyms ? 'Change synonyms' : 'New synonyms'}
        saveLabel={synonyms ? 'Save' : 'Create'}
        onSave={async () => {
          const body = { terms, kind, language: language.trim() === '' ? null : language.trim() };
          await (synonyms
            ? api.patch('/search-synonyms/{id}', { path: { id: synonyms.id }, body, ifMatch: synonyms.rev })
            : api.post('/search-synonyms', { body }));
          await refresh('/search-synonyms');
          onDone();
        }}
        onCancel={onDone}
      >
        {(faultOf) => (
          <>
            <TokensField
              label="Terms"
              hint="Words or phrases; press Enter after each."
              values={terms}
              onChange={setTerms}
              error={faultOf('terms')}
            />
            <SelectField label="Direction" value={kind} options={[...KINDS]} onChange={setKind} error={faultOf('kind')} />
            <TextField
              label="Language"
              hint="A language tag such as en or de; empty for every language."
              value={language}
              onChange={setLanguage}
              error={faultOf('language')}
              input={{ autoComplete: 'off', size: 10 }}
            />
          </>
        )}
      </SavedForm>
    </div>
  );
}
