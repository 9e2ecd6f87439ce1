import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type Command, type EditorView, runScopeHandlers, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { safePictureAddress } from '../../../state/text/safe-address.ts';
import type { Rules } from './drawing.ts';
import type { LiveActions, LiveWords } from './live-options.ts';
import { addressOf } from './structure.ts';

/** A picture in the text. */
interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
}

type FieldName = 'caption' | 'alt';
const FIELDS: readonly FieldName[] = ['caption', 'alt'];
const PUNCTUATION = /\\([!-/:-@[-`{-~])/g;

function pictureOf(state: EditorState, node: SyntaxNode): Picture | null {
  const url = node.getChild('URL');
  const [open, close] = node.getChildren('LinkMark');
  if (!url || !open || !close) return null;
  const src = safePictureAddress(addressOf(state, url));
  if (src === null || /^http:/i.test(src)) return null;
  const title = node.getChild('LinkTitle');
  return {
    src,
    alt: state.sliceDoc(open.to, close.from).replaceAll(PUNCTUATION, '$1'),
    caption: title ? state.sliceDoc(title.from + 1, title.to - 1).replaceAll(PUNCTUATION, '$1') : '',
  };
}

/** Whether a picture is a paragraph of its own, in one line and not within anything else. */
function isAlone(state: EditorState, { from, to, parent }: SyntaxNode): boolean {
  if (parent?.name !== 'Paragraph' || parent.parent?.name !== 'Document') return false;
  const line = state.doc.lineAt(from);
  return parent.from === from && parent.to === to && line.to >= to && state.sliceDoc(line.from, from).trim() === '';
}

/** A picture alone is a figure with its caption and alternative text; one in a sentence is shown there. */
export function figureRules(words: LiveWords, actions: () => LiveActions): Rules {
  return {
    Image({ node, from, to }, drawing) {
      const picture = pictureOf(drawing.state, node);
      if (picture === null) return undefined;
      const isTouched = drawing.isTouched(from, to);
      const widget = isAlone(drawing.state, node)
        ? new FigureWidget(picture, { words, actions, isActive: drawing.isSelected(from, to) })
        : new PictureWidget(picture, words);
      if (isTouched) drawing.add(to, widget);
      else drawing.replace(from, to, widget);
      return isTouched ? undefined : false;
    },
  };
}

function pictureElement(view: EditorView, { src, alt }: Picture, words: LiveWords): HTMLImageElement {
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.draggable = false;
  image.addEventListener('load', () => view.requestMeasure());
  image.addEventListener('error', () => {
    image.dataset['broken'] = '';
    image.alt = words['live.picture.broken'];
    view.requestMeasure();
  });
  image.alt = alt;
  image.src = src;
  return image;
}

/** A picture in a sentence. */
class PictureWidget extends WidgetType {
  readonly #picture: Picture;
  readonly #words: LiveWords;

  constructor(picture: Picture, words: LiveWords) {
    super();
    this.#picture = picture;
    this.#words = words;
  }

  override eq(other: PictureWidget): boolean {
    return other.#picture.src === this.#picture.src && other.#picture.alt === this.#picture.alt;
  }

  override toDOM(view: EditorView): HTMLElement {
    const image = pictureElement(view, this.#picture, this.#words);
    image.className = 'colo-live-picture';
    return image;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

interface FigureOptions {
  readonly words: LiveWords;
  readonly actions: () => LiveActions;
  /** Whether the caret is at it. */
  readonly isActive: boolean;
}

/** A picture with fields for its caption and alternative text, which write into the Markdown. */
class FigureWidget extends WidgetType {
  readonly #picture: Picture;
  readonly #options: FigureOptions;

  constructor(picture: Picture, options: FigureOptions) {
    super();
    this.#picture = picture;
    this.#options = options;
  }

  override eq(other: FigureWidget): boolean {
    const [one, two] = [this.#picture, other.#picture];
    return one.src === two.src && one.alt === two.alt && one.caption === two.caption && this.#options.isActive === other.#options.isActive;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { words } = this.#options;
    const figure = document.createElement('span');
    figure.className = 'colo-live-figure';
    figure.setAttribute('role', 'group');
    figure.contentEditable = 'false';
    const image = pictureElement(view, this.#picture, words);
    image.addEventListener('mousedown', (event) => {
      event.preventDefault();
      goTo(view, figure);
    });
    figure.append(image, ...FIELDS.map((name) => field(view, figure, { name, label: words[`live.picture.${name}`] })));
    const id = storedAssetIn(this.#picture.src);
    if (id !== null)
      figure.append(editButton(view, figure, { label: words['live.picture.edit'], edit: () => this.#options.actions().editPicture?.(id) }));
    this.#show(figure, view);
    return figure;
  }

  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    if (dom.querySelector('img')?.getAttribute('src') !== this.#picture.src) return false;
    this.#show(dom, view);
    return true;
  }

  #show(figure: HTMLElement, view: EditorView): void {
    const { words, isActive } = this.#options;
    const { alt } = this.#picture;
    figure.setAttribute('aria-label', alt === '' ? words['live.picture'] : words['live.picture.of']({ alt }));
    figure.toggleAttribute('data-active', isActive);
    figure.toggleAttribute('data-undescribed', alt.trim() === '');
    const image = figure.querySelector('img');
    if (image && image.dataset['broken'] === undefined) image.alt = alt;
    const edit = figure.querySelector('button');
    if (edit) edit.hidden = view.state.readOnly || this.#options.actions().editPicture === undefined;
    for (const name of FIELDS) {
      const input = figure.querySelector<HTMLInputElement>(`input[name=${name}]`);
      if (input === null) continue;
      input.readOnly = view.state.readOnly;
      if (input.value !== this.#picture[name]) input.value = this.#picture[name];
      if (name === 'alt') input.placeholder = words['live.picture.noAlt'];
    }
  }

  override get estimatedHeight(): number {
    return 320;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function field(view: EditorView, figure: HTMLElement, { name, label }: { name: FieldName; label: string }): HTMLElement {
  const around = document.createElement('label');
  around.className = `colo-live-field colo-live-${name}`;
  const said = document.createElement('span');
  said.textContent = label;
  const input = document.createElement('input');
  input.name = name;
  input.tabIndex = -1;
  input.autocomplete = 'off';
  input.dir = 'auto';
  const write = (): void => writeField(view, figure, { name, value: input.value });
  input.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) write();
  });
  input.addEventListener('compositionend', write);
  input.addEventListener('keydown', (event) => pressInField(event, { view, figure, place: input }));
  around.append(said, input);
  return around;
}

/** The path of a stored file, at any domain. */
const STORED = /^(?:https?:\/\/[^/]+)?\/api\/v1\/assets\/([^/?#]+)\/file$/;

function storedAssetIn(src: string): string | null {
  return STORED.exec(src)?.[1] ?? null;
}

/** Opens the part of the picture that is shown, its focal point and its words. */
function editButton(view: EditorView, figure: HTMLElement, { label, edit }: { label: string; edit: () => void }): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'colo-list-small colo-live-edit';
  button.tabIndex = -1;
  button.textContent = label;
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', edit);
  button.addEventListener('keydown', (event) => {
    // Enter and Space press it.
    if (event.key !== 'Enter') pressInField(event, { view, figure, place: button });
  });
  return button;
}

/** The node of a figure's picture as the text is now. */
function nodeOf(view: EditorView, figure: HTMLElement): SyntaxNode | null {
  const at = view.posAtDOM(figure);
  const { from, to } = view.state.doc.lineAt(at);
  let found: SyntaxNode | null = null;
  syntaxTree(view.state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name === 'Image' && found === null && node.from >= from) found = node;
    },
  });
  return found;
}

/** Writes one part of a picture, and nothing else of the text. */
function writeField(view: EditorView, figure: HTMLElement, { name, value }: { name: FieldName; value: string }): void {
  const node = nodeOf(view, figure);
  if (node === null || view.state.readOnly) return;
  const [open, close] = node.getChildren('LinkMark');
  const [url, title] = [node.getChild('URL'), node.getChild('LinkTitle')];
  if (!open || !close || !url) return;
  const plain = value.replaceAll(/\s+/g, ' ');
  const userEvent = 'input.type';
  if (name === 'alt') {
    const insert = plain.replaceAll(/[[\]\\]/g, String.raw`\$&`);
    view.dispatch({ changes: { from: open.to, to: close.from, insert }, userEvent });
    return;
  }
  const insert = plain === '' ? '' : ` "${plain.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  view.dispatch({ changes: { from: url.to, to: title?.to ?? url.to, insert }, userEvent });
}

interface Press {
  readonly view: EditorView;
  readonly figure: HTMLElement;
  readonly place: HTMLElement;
}

/** Tab goes through the fields and then on in the text; Escape and Enter go back to it. */
function pressInField(event: KeyboardEvent, { view, figure, place }: Press): void {
  const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
  if (isUndo) {
    if (runScopeHandlers(view, event, 'editor')) event.preventDefault();
    return;
  }
  if (event.isComposing || (event.key !== 'Tab' && event.key !== 'Escape' && event.key !== 'Enter')) return;
  event.preventDefault();
  event.stopPropagation();
  const places = [...figure.querySelectorAll<HTMLElement>('input, button:not([hidden])')];
  const next = event.key === 'Tab' ? places[places.indexOf(place) + (event.shiftKey ? -1 : 1)] : undefined;
  if (next) next.focus();
  else goTo(view, figure);
}

/** Places the caret at the end of a picture. */
function goTo(view: EditorView, figure: HTMLElement): void {
  const node = nodeOf(view, figure);
  if (node) view.dispatch({ selection: { anchor: node.to }, scrollIntoView: true });
  view.focus();
}

/** With the caret at a figure, goes to its fields. */
export const enterFigure: Command = (view) => {
  const field_ = view.contentDOM.querySelector<HTMLInputElement>('.colo-live-figure[data-active] input');
  const { main } = view.state.selection;
  if (field_ === null || !main.empty) return false;
  field_.focus();
  return true;
};
