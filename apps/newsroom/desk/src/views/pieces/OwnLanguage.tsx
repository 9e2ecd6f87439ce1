import { useColophon } from '@colophon/ui';
import { SavedForm } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { LanguageField } from './LanguageField.tsx';

/** Sets the language of a piece, which translations need. */
export function OwnLanguage({ piece }: { readonly piece: ContentRecord }): ReactElement {
  const { locale } = useColophon().format;
  const refresh = useRefresh();
  const [language, setLanguage] = useState(locale);
  return (
    <div className="desk-box">
      <SavedForm
        label="Language of this piece"
        onSave={async () => {
          await api.patch('/contents/{id}', { path: { id: piece.id }, body: { language }, ifMatch: piece.rev });
          await refresh('/contents');
        }}
      >
        {(faultOf) => (
          <LanguageField
            label="Language"
            hint="Required before you can add translations."
            value={language}
            onChange={setLanguage}
            taken={[]}
            error={faultOf('language')}
          />
        )}
      </SavedForm>
    </div>
  );
}
