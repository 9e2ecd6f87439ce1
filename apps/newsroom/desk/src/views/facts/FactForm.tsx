import { SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { newIntent } from '@colophon/client';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import type { Fact } from './fact.ts';

interface FactFormProps {
  /** The fact that another one takes the place of; none for a new one. */
  readonly replaces?: Fact;
  readonly onDone: () => void;
}

/** Writes a fact down, or what took the place of one. */
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
        label={replaces ? `What holds instead of “${replaces.statement}”` : 'New fact'}
        saveLabel={replaces ? 'Replace' : 'Write it down'}
        onSave={save}
        onCancel={onDone}
      >
        {(faultOf) => (
          <>
            <TextAreaField
              label="Statement"
              hint="One sentence that can be checked."
              value={statement}
              onChange={setStatement}
              error={faultOf('statement')}
              input={{ autoFocus: true, required: true }}
            />
            <TextField label="Source" hint="Who says so, or where it stands." value={title} onChange={setTitle} />
            <TextField
              label="Address of the source"
              value={url}
              onChange={setUrl}
              error={faultOf('sources')}
              input={{ type: 'url', dir: 'ltr' }}
            />
          </>
        )}
      </SavedForm>
    </div>
  );
}
