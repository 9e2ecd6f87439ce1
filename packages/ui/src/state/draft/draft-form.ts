import {
  type DraftDocument,
  type DraftValues,
  draftText,
  piecesOf,
  readValues,
  textEdits,
  type TextRoot,
  valuesOfRecord,
  writeEdits,
  writeValues,
} from '@colophon/draft';
import { FIELD_NAMES, type FieldName, type FormFields, formOf, RECORD_FIELDS as OWN, savedValue } from '../editor/form.ts';
import type { Links } from '../editor/save-links.ts';
import type { Json, JsonObject } from '../records.ts';

const METADATA = 'metadata/';
const TEXTS = ['title', 'description', 'body'] as const satisfies readonly TextRoot[];
const LISTS = ['tags', 'authors'] as const satisfies readonly FieldName[];
const IN_ROOTS = new Set<FieldName>([...TEXTS, ...LISTS, ...OWN, 'metadata']);
const MAPPED = FIELD_NAMES.filter((name) => !IN_ROOTS.has(name));

/** Returns the form that a draft says; the fields that it does not have are those of `record`. */
export function formOfDraft(values: DraftValues, record: FormFields): FormFields {
  const mapped = MAPPED.map((name) => [name, Object.hasOwn(values.fields, name) ? values.fields[name] : undefined] as const);
  const metadata = Object.entries(values.fields).flatMap(([name, value]) =>
    name.startsWith(METADATA) ? [[name.slice(METADATA.length), value] as const] : [],
  );
  const { title, body, tags, authors } = values;
  const description = savedValue('description', values.description);
  const own = Object.fromEntries(OWN.map((name) => [name, record[name]]));
  const set = mapped.filter(([, value]) => value !== undefined);
  return formOf({
    ...own,
    title,
    description,
    body,
    tags,
    authors,
    ...Object.fromEntries(set),
    metadata: Object.fromEntries(metadata),
  } as never);
}

/** Returns what a form says in the words of a draft: line ends are line feeds, and what cannot be stored is left out. */
export function valuesOfForm(form: FormFields, links: Links, standing?: DraftValues): DraftValues {
  const said = valuesOfRecord(clean(form) as never);
  // Fields that this form does not know stay as they are.
  const known = new Set<string>(MAPPED);
  const others = Object.entries(standing?.fields ?? {}).filter(([name]) => !known.has(name) && !name.startsWith(METADATA));
  return {
    ...said,
    fields: { ...said.fields, ...Object.fromEntries(others) },
    references: keep(links.referenceIds, standing?.references, () => ({})),
    facts: factsOf(links.factIds, standing?.facts),
    assets: keep(
      links.assets.map(({ relationship, assetId }) => `${relationship} ${assetId}`),
      standing?.assets,
      (index) => ({ sort_order: index }),
    ),
  };
}

/** Returns the links that a draft says. */
export function linksOfValues({ references, facts, assets }: DraftValues): Links {
  const parts = (key: string): readonly [string, string] => {
    const space = key.indexOf(' ');
    return [key.slice(0, space), key.slice(space + 1)];
  };
  const order = (value: Json | undefined): number => Number((value as JsonObject | undefined)?.['sort_order'] ?? 0);
  return {
    referenceIds: Object.keys(references),
    factIds: [...new Set(Object.keys(facts).map((key) => parts(key)[1]))],
    assets: Object.entries(assets)
      .toSorted(([, one], [, other]) => order(one as Json) - order(other as Json))
      .map(([key]) => ({ relationship: parts(key)[0], assetId: parts(key)[1] })),
  };
}

/** Makes a draft say what `values` say, by the differences alone. What is long is written in pieces, since an update is limited. */
export function writeForm(shared: DraftDocument, values: DraftValues): void {
  const before = readValues(shared);
  for (const root of TEXTS) if (before[root] !== values[root]) writeText(shared, root, values[root]);
  writeValues(shared, values);
}

function writeText(shared: DraftDocument, root: TextRoot, after: string): void {
  const text = draftText(shared, root);
  const edits = textEdits(text.toJSON(), after);
  if (!edits.some(({ insert }) => piecesOf(insert).length > 1)) return writeEdits(shared, root, edits);
  for (const { at, remove, insert } of edits.toReversed()) {
    if (remove > 0) text.delete(at, remove);
    let to = at;
    for (const piece of piecesOf(insert)) {
      text.insert(to, piece);
      to += piece.length;
    }
  }
}

/** Without NUL and unpaired surrogates, which no draft stores. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]));
}

function keep(keys: readonly string[], standing: JsonObject | undefined, made: (index: number) => JsonObject): JsonObject {
  return Object.fromEntries(keys.map((key, index) => [key, standing?.[key] ?? made(index)]));
}

/** A fact may be linked in several ways, which all stay; a new one is linked as what the text says. */
function factsOf(factIds: readonly string[], standing: JsonObject = {}): JsonObject {
  const kept = Object.entries(standing).filter(([key]) => factIds.includes(key.slice(key.indexOf(' ') + 1)));
  const known = new Set(kept.map(([key]) => key.slice(key.indexOf(' ') + 1)));
  const added = factIds.filter((id) => !known.has(id)).map((id) => [`supports ${id}`, {}] as const);
  return Object.fromEntries([...kept, ...added]);
}
