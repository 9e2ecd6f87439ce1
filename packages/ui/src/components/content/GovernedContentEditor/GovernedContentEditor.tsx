import type { ReactElement } from 'react';
import type { ContentRecord } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import type { ContentEditorProps } from '../ContentEditor/ContentEditor.tsx';
import { Guard } from '../../controls/Guard.tsx';
import { useContent } from '../ContentEditor/use-content.ts';
import { useEditorState } from '../ContentEditor/use-editor-state.ts';
import { GovernedPage, type Governing } from './GovernedPage.tsx';

export interface GovernedContentEditorProps extends ContentEditorProps, Governing {}

/**
 * A `ContentEditor` with the requirements for publication: a line with the readiness, reviews with findings marked
 * in the text, and a button that publishes or says what is missing. Saving a draft is never blocked.
 *
 * @example
 * <GovernedContentEditor contentId={id} onSave={() => undefined} onReadinessChange={(readiness) => console.log(readiness?.ready)} />
 */
export function GovernedContentEditor(props: GovernedContentEditorProps): ReactElement {
  return (
    <Guard>
      <SourcedEditor {...props} />
    </Guard>
  );
}

function SourcedEditor(props: GovernedContentEditorProps): ReactElement {
  const source = useContent(props.content, props.contentId);
  if (source.problem !== null) return <ProblemNotice problem={source.problem} onRetry={source.retry} />;
  if (source.isLoading) return <Busy lines={8} />;
  return <OpenEditor {...props} content={source.content} />;
}

function OpenEditor(props: GovernedContentEditorProps & { readonly content: ContentRecord | null }): ReactElement {
  const { content, save = 'client', onSave, assistantFields, defaults } = props;
  const editor = useEditorState({ content, save, onSave, assistantFields, defaults });
  return editor === null ? <Busy lines={8} /> : <GovernedPage {...props} editor={editor} />;
}
