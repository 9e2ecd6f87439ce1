import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** A picture that is being uploaded into the text. */
export interface PlacedPicture {
  readonly alt: string;
  readonly src: string;
}

/** What was chosen from a library: a picture that is there, or files to add. */
export type PictureChoice = { readonly picture: PlacedPicture } | { readonly files: readonly File[] };

/** Adds a file: asks for its alternative text, uploads it, and returns its address; null if cancelled. */
export type TakePicture = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
) => Promise<PlacedPicture | null>;

/** The text of a placeholder. */
export interface UploadWords {
  readonly waiting: (name: string) => string;
  readonly cancel: (name: string) => string;
  readonly failed: (name: string, reason: string) => string;
  readonly remove: string;
  /** Pictures of a pasted text that are not in the clipboard. */
  readonly leftOut: (count: number) => string;
}

interface Upload {
  readonly id: number;
  readonly at: number;
  readonly text: string;
  readonly button: string;
  readonly isFailed: boolean;
  readonly stop: () => void;
}

const setUpload = StateEffect.define<Upload>({ map: (upload, changes) => ({ ...upload, at: changes.mapPos(upload.at) }) });
const endUpload = StateEffect.define<number>();

/** Placeholders are decorations, not part of the text, so that a save does not contain them. */
const uploadsField = StateField.define<{ readonly uploads: readonly Upload[]; readonly widgets: DecorationSet }>({
  create: () => ({ uploads: [], widgets: Decoration.none }),
  update(value, transaction) {
    let { uploads } = value;
    if (uploads.length === 0 && transaction.effects.length === 0) return value;
    if (transaction.docChanged) uploads = uploads.map((each) => ({ ...each, at: transaction.changes.mapPos(each.at) }));
    for (const effect of transaction.effects) {
      if (effect.is(setUpload)) uploads = [...uploads.filter(({ id }) => id !== effect.value.id), effect.value];
      if (effect.is(endUpload)) uploads = uploads.filter(({ id }) => id !== effect.value);
    }
    if (uploads === value.uploads) return value;
    const ranges = uploads.map((each) => Decoration.widget({ widget: new UploadWidget(each), side: 1 }).range(each.at));
    return { uploads, widgets: Decoration.set(ranges, true) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ widgets }) => widgets),
});

export const uploadsExtension: Extension = uploadsField;

class UploadWidget extends WidgetType {
  readonly #upload: Upload;

  constructor(upload: Upload) {
    super();
    this.#upload = upload;
  }

  override eq(other: UploadWidget): boolean {
    return other.#upload.id === this.#upload.id && other.#upload.text === this.#upload.text;
  }

  override toDOM(): HTMLElement {
    const { text, button, isFailed, stop } = this.#upload;
    const place = document.createElement('span');
    place.className = 'colo-upload';
    if (isFailed) place.dataset['failed'] = '';
    const said = document.createElement('span');
    said.textContent = text;
    const press = document.createElement('button');
    press.type = 'button';
    press.className = 'colo-upload-stop';
    press.textContent = button;
    press.addEventListener('click', stop);
    place.append(said, press);
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

let lastId = 0;

/** A file and where it belongs in the text. */
export interface FileAt {
  readonly file: File;
  readonly at: number;
}

/** Adds files one by one, at their places; those that wait are shown there meanwhile. */
export async function placePictures(
  view: EditorView,
  files: readonly FileAt[],
  { take, words }: { readonly take: TakePicture; readonly words: UploadWords },
): Promise<void> {
  const waiting = files.map(({ file, at }) => {
    const upload = { id: (lastId += 1), file, control: new AbortController() };
    showUpload(view, { ...upload, at, text: words.waiting(file.name), button: words.cancel(file.name) });
    return upload;
  });
  for (const upload of waiting) {
    // oxlint-disable-next-line no-await-in-loop -- one question at a time
    if (!upload.control.signal.aborted) await placePicture(view, upload, { take, words });
  }
}

interface Waiting {
  readonly id: number;
  readonly file: File;
  readonly control: AbortController;
}

function showUpload(
  view: EditorView,
  { id, at, control, text, button }: Waiting & { readonly at: number; readonly text: string; readonly button: string },
): void {
  const stop = (): void => {
    control.abort();
    view.dispatch({ effects: endUpload.of(id) });
  };
  view.dispatch({ effects: setUpload.of({ id, at, text, button, isFailed: false, stop }) });
}

async function placePicture(
  view: EditorView,
  upload: Waiting,
  { take, words }: { readonly take: TakePicture; readonly words: UploadWords },
): Promise<void> {
  const { id, file, control } = upload;
  const end = (): void => view.dispatch({ effects: endUpload.of(id) });
  const place = (): number => placeOf(view.state, id) ?? view.state.doc.length;
  const [text, button] = [words.waiting(file.name), words.cancel(file.name)];
  try {
    const picture = await take(file, {
      signal: control.signal,
      onProgress: (part) => {
        if (!control.signal.aborted) showUpload(view, { ...upload, at: place(), text: `${text} ${Math.round(part * 100)} %`, button });
      },
    });
    if (control.signal.aborted) return;
    const to = place();
    end();
    if (picture !== null) insertPicture(view, picture, to);
  } catch (error) {
    if (control.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    showNote(view, { id, at: place(), text: words.failed(file.name, reason), button: words.remove });
  }
}

/** Shows a message in the text, which is no part of it, until it is removed. */
export function showNote(
  view: EditorView,
  { id = (lastId += 1), ...note }: { readonly id?: number; readonly at: number; readonly text: string; readonly button: string },
): void {
  const stop = (): void => view.dispatch({ effects: endUpload.of(id) });
  view.dispatch({ effects: setUpload.of({ id, ...note, isFailed: true, stop }) });
}

function placeOf(state: EditorState, id: number): number | undefined {
  return state.field(uploadsField, false)?.uploads.find((each) => each.id === id)?.at;
}

/** Writes a picture into the text at a position. */
export function insertPicture(view: EditorView, { alt, src }: PlacedPicture, at: number): void {
  const words = alt.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
  const address = /[\s()<>]/.test(src) ? `<${src.replaceAll(/[<>\s]/g, encodeURIComponent)}>` : src;
  const insert = `![${words}](${address})`;
  view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length }, userEvent: 'input', scrollIntoView: true });
}
