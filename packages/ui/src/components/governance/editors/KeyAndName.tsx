import type { ReactElement } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import { TextField } from '../../controls/TextField.tsx';
import { useWords } from '../../provider/use-words.ts';

interface Named {
  readonly id?: string;
  readonly key: string;
  readonly label?: string | null;
}

interface KeyAndNameProps {
  readonly draft: Named;
  readonly onChange: (changes: { readonly key?: string; readonly label?: string | null }) => void;
  readonly faultOf: (field: string) => string | null;
}

/** The key and the label of a definition. The key of a stored one cannot be changed. */
export function KeyAndName({ draft, onChange, faultOf }: KeyAndNameProps): ReactElement {
  const words = useWords(definitionsEn);
  const isStored = draft.id !== undefined;
  return (
    <>
      <TextField label={words['defs.name']} value={draft.label ?? ''} onChange={(label) => onChange({ label })} error={faultOf('label')} />
      <TextField
        label={words['defs.key']}
        hint={isStored ? words['defs.key.fixed'] : words['defs.key.hint']}
        value={draft.key}
        onChange={(key) => onChange({ key })}
        error={faultOf('key')}
        input={{ readOnly: isStored, dir: 'ltr', maxLength: 100, spellCheck: false, autoCapitalize: 'none' }}
      />
    </>
  );
}
