import { useColophon } from '@colophon/ui';
import { type ContributionRecord, currentFilesOf } from '@colophon/ui/contributions';
import { Busy, Notice, ProblemNotice, SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api.ts';
import { useAnswer, useRefresh } from '../api/use-answer.ts';
import { View } from '../shell/View.tsx';

/** A contribution of the user, with the requested changes and a form to revise it. */
export function OwnContribution({ id }: { readonly id: string }): ReactElement {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<ContributionRecord>('/content-contributions/{id}', { path: { id } });
  const title = value?.title || 'Your contribution';
  return (
    <View title={title}>
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {value === undefined && problem === null && <Busy />}
      {value?.status === 'needs_changes' && value.requestedChanges && (
        <Notice tone="warning">
          <p>
            <strong>An editor requested changes:</strong>
          </p>
          <blockquote dir="auto">{value.requestedChanges}</blockquote>
        </Notice>
      )}
      {value && <p className="colo-quiet">Submitted {format.dateTime(value.receivedAt)}</p>}
      {value?.allowedActions?.includes('revise') ? (
        <Revision key={value.rev} contribution={value} />
      ) : (
        value && (
          <div className="desk-box desk-difference-text" dir="auto">
            {value.body}
          </div>
        )
      )}
      {value && currentFilesOf(value).length > 0 && (
        <ul aria-label="Files">
          {currentFilesOf(value).map(({ id: fileId, filename }) => (
            <li key={fileId}>
              <bdi>{filename}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link href="/">Back to your contributions</Link>
      </p>
    </View>
  );
}

/** Resubmits a contribution with changes; its files are kept. */
function Revision({ contribution }: { readonly contribution: ContributionRecord }): ReactElement {
  const refresh = useRefresh();
  const { id, rev } = contribution;
  const [title, setTitle] = useState(contribution.title ?? '');
  const [body, setBody] = useState(contribution.body ?? '');
  return (
    <div className="desk-box">
      <SavedForm
        label="Edit"
        saveLabel="Resubmit"
        onSave={async () => {
          const changed = { title: title.trim() === '' ? null : title, body };
          await api.post('/content-contributions/{id}/revisions', { path: { id }, body: changed, ifMatch: rev });
          await refresh('/content-contributions');
        }}
      >
        {(faultOf) => (
          <>
            <TextField label="Title" value={title} onChange={setTitle} error={faultOf('title')} />
            <TextAreaField label="Text" value={body} onChange={setBody} error={faultOf('body')} input={{ rows: 14 }} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
