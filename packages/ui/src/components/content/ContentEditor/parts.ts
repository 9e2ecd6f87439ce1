import { FIELD_NAMES, type FieldName } from '../../../state/editor/form.ts';

/** A part of an editor that can be revealed: a fold beside the text, or a field. */
export type EditorPart =
  | FieldName
  | 'references'
  | 'pictures'
  | 'dates'
  | 'disclosure'
  | 'more'
  | 'facts'
  | 'citations'
  | 'comments'
  | 'assistant'
  | 'review';

export const FIRST_FIELDS: readonly FieldName[] = ['status', 'description', 'tags', 'authors', 'category', 'slug', 'context'];
/** The details that are shown unless a host names others: the status is changed by the main button and the menu. */
export const USUAL_FIELDS: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== 'status');
export const DATE_FIELDS = ['publish_date', 'publishAt', 'unpublishAt'] as const satisfies readonly FieldName[];
export type DateName = (typeof DATE_FIELDS)[number];
export const OTHER_FIELDS: readonly FieldName[] = ['type', 'variant', 'state', 'language', 'bodyFormat', 'url', 'source'];

/** Returns the part of the editor for a field or a part of the metadata (`metadata.generation.model`); null if there is none. */
export function partOf(path: string): EditorPart | null {
  const [name = '', key] = path.split('.');
  if (name === 'metadata') return key === 'generation' ? 'disclosure' : 'more';
  if (name === 'title' || name === 'body') return name;
  if (name === 'thumbnailAssetId') return 'pictures';
  const field = name as FieldName;
  if (FIRST_FIELDS.includes(field)) return field;
  if ((DATE_FIELDS as readonly FieldName[]).includes(field)) return 'dates';
  return OTHER_FIELDS.includes(field) ? 'more' : null;
}

/** How long a part is waited for that is loaded when it is first shown, in milliseconds. */
const LOADED_WITHIN = 3000;

/** Scrolls to a part of the editor and focuses it, once it is there; what hides it is opened before. */
export function revealLoaded(root: () => HTMLElement | null, part: EditorPart): void {
  const until = performance.now() + LOADED_WITHIN;
  const look = (): void => {
    if (!reveal(root(), part) && performance.now() < until) requestAnimationFrame(look);
  };
  look();
}

function reveal(root: HTMLElement | null, part: EditorPart): boolean {
  const found = root?.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? null;
  if (found === null || !found.checkVisibility()) return false;
  if (found instanceof HTMLDetailsElement) found.open = true;
  // In the text part, the editing surface comes after the toolbar.
  const first =
    found.querySelector<HTMLElement>('.cm-content') ?? found.querySelector<HTMLElement>('summary, textarea, input, select, button');
  // What is loaded when it is first shown may be on its way.
  if (first === null) return false;
  found.scrollIntoView({ block: 'center' });
  first.focus({ preventScroll: true });
  return true;
}
