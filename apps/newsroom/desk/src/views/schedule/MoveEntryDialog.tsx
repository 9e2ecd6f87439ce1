import { DateTimeField, Modal, SavedForm } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import type { Entry } from './dates.ts';

/** Reschedules a publication or removal, in the newsroom's time zone. */
export function MoveEntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }): ReactElement {
  const refresh = useRefresh();
  const [at, setAt] = useState<string | null>(entry.at);
  const { contentId, field, rev, title } = entry;
  const isPast = at !== null && Date.parse(at) <= Date.now();
  return (
    <Modal title={title} onClose={onClose}>
      <SavedForm
        label={field === 'publishAt' ? 'Publish at' : 'Unpublish at'}
        saveLabel={at === null ? 'Remove date' : 'Reschedule'}
        onSave={async () => {
          await api.patch('/contents/{id}', { path: { id: contentId }, body: { [field]: at }, ifMatch: rev });
          await refresh('/contents');
          onClose();
        }}
        onCancel={onClose}
      >
        {(faultOf) => (
          <DateTimeField
            label="Date and time"
            hint={
              isPast ? `This time has passed: the piece is ${field === 'publishAt' ? 'published' : 'unpublished'} within a minute.` : null
            }
            value={at}
            onChange={setAt}
            error={faultOf(field)}
          />
        )}
      </SavedForm>
      <p>
        <Link href={`/pieces/${contentId}`}>Open the piece</Link>
      </p>
    </Modal>
  );
}
