import type { ColumnDefinition, TableDefinition } from '../table.ts';

/** What was decided about elements that are no longer in the code: no program can know whether one was renamed or removed. */
export interface DraftChoices {
  /** `dishes.mins` → `dishes.minutes`, or table → table. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly dropped: readonly string[];
}

/** A migration file to be written. */
export interface MigrationDraft {
  /** The steps, as source code. */
  readonly steps: readonly string[];
  /** The functions that the steps use. */
  readonly functions: readonly string[];
  /** What has to be decided first: the element, and the elements of the code that may be it under another name. */
  readonly undecided: readonly { readonly name: string; readonly candidates: readonly string[] }[];
  /** Differences that no step describes. */
  readonly impossible: readonly string[];
}

/** The part of two tables' columns that must be equal for one to be taken for the other under a new name. */
const ALIKE = 0.6;

/** Describes in steps what the code changes beyond additions. */
export function draftMigration(has: readonly TableDefinition[], wants: readonly TableDefinition[], choices: DraftChoices): MigrationDraft {
  const draft: Draft = { steps: [], undecided: [], impossible: [], choices };
  const wanted = new Map(wants.map((table) => [table.name, table]));
  const existing = new Set(has.map(({ name }) => name));
  const gained = wants.filter(({ name }) => !existing.has(name));
  for (const table of has) {
    const name = choices.renamed.get(table.name) ?? table.name;
    const target = wanted.get(name);
    if (name !== table.name) draft.steps.push(call('renameTable', table.name, name));
    if (target) draftTable(draft, { ...table, name }, target);
    else if (choices.dropped.includes(table.name)) draft.steps.push(call('drop', table.name));
    else draft.undecided.push({ name: table.name, candidates: gained.filter((each) => areAlike(table, each)).map((each) => each.name) });
  }
  const functions = [...new Set(draft.steps.map((step) => step.slice(0, step.indexOf('('))))].sort();
  return { steps: draft.steps, functions, undecided: draft.undecided, impossible: draft.impossible };
}

interface Draft {
  readonly steps: string[];
  readonly undecided: { name: string; candidates: string[] }[];
  readonly impossible: string[];
  readonly choices: DraftChoices;
}

function draftTable(draft: Draft, table: TableDefinition, target: TableDefinition): void {
  const { renamed, dropped } = draft.choices;
  const wanted = new Map(target.columns.map((column) => [column.name, column]));
  const taken = new Set(renamed.values());
  const existing = new Set(table.columns.map(({ name }) => name));
  const gained = target.columns.filter(({ name }) => !existing.has(name) && !taken.has(`${table.name}.${name}`));
  const lost: string[] = [];
  for (const column of table.columns) {
    const full = `${table.name}.${column.name}`;
    const to = renamed.get(full);
    const after = wanted.get(to === undefined ? column.name : to.slice(to.indexOf('.') + 1));
    if (to !== undefined) {
      draft.steps.push(call('rename', full, to));
      if (after && (after.kind !== column.kind || after.nullable !== column.nullable))
        draft.impossible.push(`${to} is also of another kind, or required or optional: rename it first`);
    } else if (after) draftColumn(draft, full, column, after);
    else if (dropped.includes(full)) lost.push(column.name);
    else
      draft.undecided.push({
        name: full,
        candidates: gained.filter(({ kind }) => kind === column.kind).map(({ name }) => `${table.name}.${name}`),
      });
  }
  const underived = gained.filter((column) => !column.nullable && column.default === undefined);
  if (underived.length > 0) draft.steps.push(splitStep(table.name, lost, underived));
  for (const name of lost) draft.steps.push(call('drop', `${table.name}.${name}`));
}

function draftColumn(draft: Draft, name: string, before: ColumnDefinition, after: ColumnDefinition): void {
  if (JSON.stringify(before.references) !== JSON.stringify(after.references)) {
    draft.impossible.push(`${name} refers to something else: add another field, and set it with \`update\``);
    return;
  }
  if (before.kind !== after.kind) {
    draft.steps.push(call('retype', name, after.kind));
    if (before.nullable !== after.nullable)
      draft.impossible.push(`${name} also became ${after.nullable ? 'optional' : 'required'}: change its kind first`);
  } else if (before.nullable && !after.nullable) {
    const fill = after.default === undefined ? '' : `, { fill: ${JSON.stringify(after.default)} }`;
    draft.steps.push(`require('${name}'${fill})`);
  } else if (!before.nullable && after.nullable) draft.steps.push(call('relax', name));
}

function splitStep(table: string, from: readonly string[], columns: readonly ColumnDefinition[]): string {
  const into = columns.map(({ name, kind }) => `${name}: { kind: '${kind}', required: true }`).join(', ');
  return `split('${table}', {
      from: [${from.map((name) => `'${name}'`).join(', ')}],
      into: { ${into} },
      // Returns the values of the new columns; a row of which it returns undefined stops the migration.
      set: (row) => undefined,
    })`;
}

function areAlike(one: TableDefinition, other: TableDefinition): boolean {
  const names = new Set(one.columns.map(({ name, kind }) => `${name} ${kind}`));
  const same = other.columns.filter(({ name, kind }) => names.has(`${name} ${kind}`)).length;
  return same >= ALIKE * Math.max(one.columns.length, other.columns.length);
}

function call(name: string, ...words: readonly string[]): string {
  return `${name}(${words.map((word) => `'${word}'`).join(', ')})`;
}
