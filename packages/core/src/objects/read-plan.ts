import { parseOrder, type OrderTerm } from '../queries/order.ts';
import type { Statement } from '../storage/database.ts';
import type { AnyObjectClass, RelatedRows } from './object.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';
import { type RowPresenter, rowPresenter } from './present.ts';
import { columnsOf } from './rows.ts';

const MAXIMUM_REMEMBERED = 300;

/** What is answered of each record of a list, and the columns that it is made from. */
export interface AskedFields {
  readonly columns: readonly string[];
  readonly present: (dialect: Dialect) => RowPresenter;
}

/** What reading a collection always needs, worked out once for all its readers. */
export class ReadPlan {
  readonly objectClass: AnyObjectClass;
  readonly definition: ObjectDefinition;
  /** Every column of the class, and on the root those of its subclasses. */
  readonly columns: readonly string[];
  /** Private ones that `present` needs, and the names of what other tables may have of a record. */
  readonly beside: readonly string[];
  /** What of `beside` is no column of the table, but whether another table has rows of the record. */
  readonly presence: Readonly<Record<string, RelatedRows>>;
  /** Those that are answered, and those beside; the others are not read for an answer. */
  readonly publicColumns: readonly string[];
  /** What lists answer unless they are asked for other fields. */
  readonly listed: AskedFields;
  readonly searchable: boolean;
  readonly #types = new Map<string, AnyObjectClass>();
  readonly #orders = new Map<string, readonly OrderTerm[]>();
  readonly #statements = new Map<string, Statement>();
  readonly #asked = new Map<string, AskedFields>();
  readonly #ordered = new WeakMap<readonly string[], WeakMap<readonly OrderTerm[], readonly string[]>>();

  constructor(objectClass: AnyObjectClass, types: readonly AnyObjectClass[]) {
    this.objectClass = objectClass;
    this.definition = objectClass.definition;
    for (const type of types) if (type.typeName !== undefined) this.#types.set(type.typeName, type);
    const all = [objectClass, ...this.#types.values()].flatMap((each) => columnsOf(each.definition).map(([name]) => name));
    this.columns = [...new Set(all)];
    const hidden = [objectClass, ...this.#types.values()].flatMap((each) =>
      columnsOf(each.definition).filter(([, field]) => field.private),
    );
    const privates = new Set(hidden.map(([name]) => name));
    this.presence = objectClass.presentPresence ?? {};
    const columnsBeside = objectClass.presentColumns ?? [];
    this.beside = [...columnsBeside, ...Object.keys(this.presence)];
    this.publicColumns = [
      ...this.columns.filter((name) => !privates.has(name) || columnsBeside.includes(name)),
      ...Object.keys(this.presence),
    ];
    const { fields } = this.definition;
    const listed = this.asked(Object.keys(fields).filter((name) => fields[name]?.listed && !fields[name].private));
    this.listed = { ...listed, columns: [...listed.columns, ...this.beside] };
    this.searchable = Object.values(fields).some((field) => field.search);
  }

  /** The class of a record of this type: the subclass that it names, else the root class. */
  classOf(type: unknown): AnyObjectClass {
    return this.#types.get(String(type)) ?? this.objectClass;
  }

  /** @throws MalformedError naming the part at fault */
  order(orderBy: string | undefined): readonly OrderTerm[] {
    const { definition } = this;
    const text = orderBy ?? definition.options.orderBy ?? '-created_at';
    return remembered(this.#orders, text, () => parseOrder(text, definition.fields, definition.key));
  }

  /** The columns, and those that a page is ordered by: the next one starts from them. The same two answer the same list. */
  withOrder(columns: readonly string[], order: readonly OrderTerm[]): readonly string[] {
    let known = this.#ordered.get(columns);
    if (!known) this.#ordered.set(columns, (known = new WeakMap<readonly OrderTerm[], readonly string[]>()));
    let both = known.get(order);
    if (!both) known.set(order, (both = withAll(columns, order)));
    return both;
  }

  /** A statement compiled for this shape of query, or compiled now and kept. */
  statement(shape: string, compile: () => Statement): Statement {
    return remembered(this.#statements, shape, compile);
  }

  /** @param names fields of the definition */
  asked(names: readonly string[]): AskedFields {
    return remembered(this.#asked, names.join(), () => askedOf(this.definition, names));
  }
}

function withAll(columns: readonly string[], order: readonly OrderTerm[]): readonly string[] {
  const lacking = order.map((term) => term.field).filter((field) => !columns.includes(field));
  return lacking.length > 0 ? [...columns, ...lacking] : columns;
}

function askedOf(definition: ObjectDefinition, names: readonly string[]): AskedFields {
  const columns = new Set<string>([definition.key]);
  for (const name of names) {
    const field = definition.fields[name];
    if (field?.computed) for (const source of field.computed.from) columns.add(source);
    else if (field) columns.add(name);
  }
  const presenters = new Map<Dialect, RowPresenter>();
  return {
    columns: [...columns],
    present: (dialect) => {
      let known = presenters.get(dialect);
      if (!known) presenters.set(dialect, (known = rowPresenter(definition, dialect, new Set(names))));
      return known;
    },
  };
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= MAXIMUM_REMEMBERED) known.clear();
  known.set(key, made);
  return made;
}
