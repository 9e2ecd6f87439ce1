import { type ReactElement, type ReactNode, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FieldName } from '../../../state/editor/form.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { Busy } from '../../controls/Busy.tsx';
import { useWords } from '../../provider/use-words.ts';
import { DetailField } from './DetailField.tsx';
import { DATE_FIELDS, type EditorPart, FIRST_FIELDS, OTHER_FIELDS, USUAL_FIELDS } from './parts.ts';

interface DetailsPaneProps {
  readonly editor: ContentEditorState;
  readonly fields: readonly FieldName[] | undefined;
  /** Whether the pieces that it cites are chosen here. */
  readonly hasReferences: boolean;
}

/** The details of a piece beside its title and text, the most used first, the technical ones collapsed. */
export function DetailsPane({ editor, fields = USUAL_FIELDS, hasReferences }: DetailsPaneProps): ReactElement {
  const words = useWords(editorEn);
  const shown = (names: readonly FieldName[]): ReactElement[] =>
    names
      .filter((name) => fields.includes(name))
      .map((name) => (
        <div key={name} data-part={name}>
          <DetailField editor={editor} name={name} />
        </div>
      ));
  const dates = DATE_FIELDS.filter((name) => fields.includes(name));
  const rest = shown(OTHER_FIELDS);
  return (
    <section className="colo-editor-details" aria-label={words['editor.details']}>
      <div className="colo-stack">{shown(FIRST_FIELDS)}</div>
      {hasReferences && (
        <Section part="references" title={words['editor.references']}>
          <Folded name="ReferencesField" editor={editor} />
        </Section>
      )}
      {fields.includes('thumbnailAssetId') && (
        <Section part="pictures" title={words['editor.pictures']}>
          <Folded name="PicturesField" editor={editor} />
        </Section>
      )}
      {dates.length > 0 && (
        <Section part="dates" title={words['editor.dates']}>
          <Loaded load={loadFolded} waiting={<Busy lines={2} />}>
            {({ DateFields }) => <DateFields editor={editor} names={dates} />}
          </Loaded>
        </Section>
      )}
      {fields.includes('metadata') && (
        <Section part="disclosure" title={words['editor.disclosure']}>
          <Folded name="DisclosureFields" editor={editor} />
        </Section>
      )}
      {(rest.length > 0 || fields.includes('metadata')) && (
        <Fold part="more" title={words['editor.more']}>
          {rest}
          {fields.includes('metadata') && <Folded name="MetadataField" editor={editor} />}
        </Fold>
      )}
    </section>
  );
}

type FoldedName = 'DisclosureFields' | 'MetadataField' | 'PicturesField' | 'ReferencesField';

const loadFolded = () => import('./folded-fields.ts');

/** A part that is loaded on demand. */
function Folded({ name, editor }: { readonly name: FoldedName; readonly editor: ContentEditorState }): ReactElement {
  return (
    <Loaded load={loadFolded} waiting={<Busy lines={2} />}>
      {({ [name]: Part }) => <Part editor={editor} />}
    </Loaded>
  );
}

/** A part with a heading. */
function Section({
  part,
  title,
  children,
}: {
  readonly part: EditorPart;
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="colo-aside-section" data-part={part} aria-label={title}>
      <h2 className="colo-aside-title">{title}</h2>
      <div className="colo-stack">{children}</div>
    </section>
  );
}

/** Rendered when first opened, so that its data is loaded only then. */
function Fold({
  part,
  title,
  children,
}: {
  readonly part: EditorPart;
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details className="colo-fold" data-part={part} onToggle={() => setIsOpened(true)}>
      <summary className="colo-fold-title">{title}</summary>
      {isOpened && <div className="colo-stack">{children}</div>}
    </details>
  );
}
