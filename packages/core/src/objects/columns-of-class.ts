import type { Fields } from '../fields/field.ts';
import { type PlannedTable, plannedTable, type RelatedRows } from '../planner/planned-table.ts';
import { parseOrder, type OrderTerm } from '../queries/order.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { AnyObjectClass } from './object.ts';
import type { Ports } from '../ports/ports.ts';
import type { ObjectDefinition } from './definition.ts';
import { type PresentedFrom, type RowPresenter, rowPresenter } from './present.ts';
import { columnsOf } from './rows.ts';
import { fieldsWith } from './table-types.ts';

const MAXIMUM_REMEMBERED = 300;

/** The returned members of each record of a list, and the columns that they are derived from. */
export interface AskedFields {
  readonly columns: readonly string[];
  readonly present: (database: PresentedFrom) => RowPresenter;
  /** Whether the columns include private ones that `present` needs. */
  readonly hasBeside: boolean;
}

/** The columns, orders and presenters of the reads of a collection, shared by all its readers. */
export class ColumnsOfClass {
  readonly objectClass: AnyObjectClass;
  readonly definition: ObjectDefinition;
  /** The fields of the class, and for the root class also those that only its subclasses have. */
  readonly fields: Fields;
  /** Every column of the class, and for the root class also those of its subclasses. */
  readonly columns: readonly string[];
  /** Private columns that `present` needs, and the names of the `presence` checks. */
  readonly beside: readonly string[];
  /** The entries of `beside` that are not columns, but check whether another table has rows of the record. */
  readonly presence: Readonly<Record<string, RelatedRows>>;
  /** The public columns and those in `beside`; other columns are not read for a response. */
  readonly publicColumns: readonly string[];
  /** The fields that lists return by default. */
  readonly listed: AskedFields;
  readonly searchable: boolean;
  readonly #types = new Map<string, AnyObjectClass>();
  readonly #orders = new Map<string, readonly OrderTerm[]>();
  readonly #tables = new Map<Dialect, PlannedTable>();
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
    const replacing = Object.values(objectClass.presentReplaces ?? {}).flat();
    const columnsBeside = [...(objectClass.presentColumns ?? []), ...replacing];
    this.beside = [...columnsBeside, ...Object.keys(this.presence)];
    this.publicColumns = [
      ...this.columns.filter((name) => !privates.has(name) || columnsBeside.includes(name)),
      ...Object.keys(this.presence),
    ];
    const fields = fieldsWith(objectClass, [...this.#types.values()]);
    this.fields = fields;
    const listed = this.asked(Object.keys(fields).filter((name) => fields[name]?.listed && !fields[name].private));
    this.listed = { ...listed, columns: [...new Set([...listed.columns, ...this.beside])], hasBeside: this.beside.length > 0 };
    this.searchable = Object.values(fields).some((field) => field.search);
  }

  /** Returns the class of a record with these values: the subclass that its type selects, else the root class. */
  classFor(values: Readonly<Record<string, unknown>>): AnyObjectClass {
    const { typeField, typeName } = this.definition;
    if (typeField === undefined || typeName !== undefined) return this.objectClass;
    return this.#types.get(String(values[typeField])) ?? this.objectClass;
  }

  /** @throws MalformedError naming the invalid part */
  order(orderBy: string | undefined): readonly OrderTerm[] {
    const { definition, fields } = this;
    const text = orderBy ?? definition.options.orderBy ?? '-created_at';
    return remembered(this.#orders, text, () => parseOrder(text, fields, definition.key));
  }

  /** The columns plus those of the order, which the next page needs. The same arguments return the same list. */
  withOrder(columns: readonly string[], order: readonly OrderTerm[]): readonly string[] {
    let known = this.#ordered.get(columns);
    if (!known) this.#ordered.set(columns, (known = new WeakMap<readonly OrderTerm[], readonly string[]>()));
    let both = known.get(order);
    if (!both) known.set(order, (both = withAll(columns, order)));
    return both;
  }

  /** Returns the table as reads of a database are planned by it. */
  table(dialect: Dialect): PlannedTable {
    let table = this.#tables.get(dialect);
    const { fields } = this;
    if (!table) this.#tables.set(dialect, (table = plannedTable({ ...this.definition, fields }, this.presence, dialect)));
    return table;
  }

  /** @param names some of `fields` */
  asked(names: readonly string[]): AskedFields {
    return remembered(this.#asked, names.join(), () => this.#askedOf(names));
  }

  #askedOf(names: readonly string[]): AskedFields {
    const { definition, presentReplaces = {} } = this.objectClass;
    const columns = new Set<string>([definition.key]);
    const beside = names.flatMap((name) => (Object.hasOwn(presentReplaces, name) ? (presentReplaces[name] ?? []) : []));
    for (const name of names) {
      const field = this.fields[name];
      if (field?.computed) for (const source of field.computed.from) columns.add(source);
      else if (field) columns.add(name);
    }
    // A field of a subclass belongs to its records alone, which their type tells.
    const hasOthers = names.some((name) => !Object.hasOwn(definition.fields, name));
    if (hasOthers && definition.typeField !== undefined) columns.add(definition.typeField);
    const presenters = new WeakMap<Ports, RowPresenter>();
    return {
      columns: [...new Set([...columns, ...beside])],
      hasBeside: beside.length > 0,
      present: (database) => {
        let known = presenters.get(database.ports);
        if (!known) presenters.set(database.ports, (known = this.#presenter(database, new Set(names), hasOthers)));
        return known;
      },
    };
  }

  #presenter(database: PresentedFrom, names: ReadonlySet<string>, byType: boolean): RowPresenter {
    if (!byType) return rowPresenter(this.definition, database, names);
    const byClass = new Map(
      [this.objectClass, ...this.#types.values()].map((each) => [each, rowPresenter(each.definition, database, names)]),
    );
    return (row) => byClass.get(this.classFor(row))?.(row) ?? {};
  }
}

function withAll(columns: readonly string[], order: readonly OrderTerm[]): readonly string[] {
  const lacking = order.map((term) => term.field).filter((field) => !columns.includes(field));
  return lacking.length > 0 ? [...columns, ...lacking] : columns;
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= MAXIMUM_REMEMBERED) known.clear();
  known.set(key, made);
  return made;
}
