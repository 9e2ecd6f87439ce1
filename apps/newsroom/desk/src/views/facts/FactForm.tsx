import { SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { newIntent } from '@colophon/client';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import type { Fact } from './fact.ts';

interface FactFormProps {
  /** The fact to replace; none for a new one. */
  readonly replaces?: Fact;
  readonly onDone: () => void;
}

/** Creates a fact, or replaces one. */
export function FactForm({ replaces, onDone }: FactFormProps): ReactElement {
  const refresh = useRefresh();
  const [intent] = useState(newIntent);
  const [statement, setStatement] = useState(replaces?.statement ?? '');
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const save = async (): Promise<void> => {
    const source = { ...(title.trim() && { title: title.trim() }), ...(url.trim() && { url: url.trim() }) };
    const body = { statement, ...(Object.keys(source).length > 0 && { sources: [source] }) };
    if (replaces) await api.post('/facts/{id}/supersede', { path: { id: replaces.id }, body, intent });
    else await api.post('/facts', { body, intent });
    await refresh('/facts', '/fact-links', '/contents');
    onDone();
  };
  return (
    <div className="desk-box">
      <SavedForm
        label={replaces ? `Replace “${replaces.statement}”` : 'New fact'}
        saveLabel={replaces ? 'Replace' : 'Create fact'}
        onSave={save}
        onCancel={onDone}
      >
        {(faultOf) => (
          <>
            <TextAreaField
              label="Statement"
              hint="One sentence that can be verified."
              value={statement}
              onChange={setStatement}
              error={faultOf('statement')}
              input={{ autoFocus: true, required: true }}
            />
            <TextField label="Source" hint="A person, organization or publication." value={title} onChange={setTitle} />
            <TextField label="Source URL" value={url} onChange={setUrl} error={faultOf('sources')} input={{ type: 'url', dir: 'ltr' }} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
