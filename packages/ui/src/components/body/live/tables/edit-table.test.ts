import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setCell, tableChange, type TableEdit, writeTable } from './edit-table.ts';
import { readTable, saidInCell, writtenInCell } from './read-table.ts';

const TABLE = `| Item | Cost |
| :--- | ---: |
| Mill |   12 |
| Bridge \\| lamps|**40**|
short`;

function said(text: string): string[][] {
  const table = readTable(text);
  if (table === null) return [];
  return [table.head, ...table.rows].map(({ cells }) =>
    table.alignments.map((_, column) => saidInCell(text.slice(cells[column]?.from ?? 0, cells[column]?.to ?? 0))),
  );
}

function written(text: string, row: number, column: number, value: string): string {
  const table = readTable(text);
  if (table === null) throw new Error('no table');
  const changes = setCell(table, ({ from, to }) => text.slice(from, to), { row, column, said: value });
  return changes.reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

function edited(text: string, edit: TableEdit): string | null {
  const change = tableChange(text, 0, edit);
  return change && text.slice(0, change.from) + change.insert + text.slice(change.to);
}

describe('a cell', () => {
  it('says what is written in it, without the escapes of bars', () => {
    expect(said(TABLE)).toEqual([
      ['Item', 'Cost'],
      ['Mill', '12'],
      ['Bridge | lamps', '**40**'],
      ['short', ''],
    ]);
  });

  it('is written alone: the blanks of others stay', () => {
    expect(written(TABLE, 1, 0, 'Old mill')).toBe(TABLE.replace('Mill', 'Old mill'));
    expect(written(TABLE, 2, 0, 'a|b')).toBe(TABLE.replace('Bridge \\| lamps', 'a\\|b'));
    expect(written(TABLE, 2, 1, '')).toBe(TABLE.replace('**40**', ''));
    expect(written(TABLE, 4, 0, 'x')).toBe(TABLE);
  });

  it('that a short row lacks is added to it', () => {
    expect(written(TABLE, 3, 1, '7')).toBe(TABLE.replace('short', 'short | 7 |'));
  });

  it('never makes its row something else', () => {
    const bare = 'a | b\n- | -\nc | d';
    for (const value of ['', '- x', '# x', '> x', '1. x', '|', '\\', '`', ' ']) {
      const text = written(bare, 1, 0, value);
      expect(said(text).length, text).toBe(2);
      expect(said(text)[1], text).toEqual([saidInCell(writtenInCell(value)), 'd']);
    }
    expect(said(written('a\n|-|\nc', 1, 0, ''))).toEqual([['a'], ['']]);
  });
});

const cell = fc.string({ maxLength: 8, unit: fc.constantFrom(...String.raw`ab|\ *_é橋`.split('')) });
const tables = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows + 1, maxLength: rows + 1 }),
  )
  .map((rows) => ({ alignments: rows[0]?.map(() => null) ?? [], rows: rows.map((row) => row.map(writtenInCell)) }));

describe('any table', () => {
  const written_ = ({ rows, alignments }: { rows: string[][]; alignments: null[] }) => writeTable(rows, alignments);

  it('is read as it was written, also when it is tidied', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const text = written_(table);
        expect(said(text)).toEqual(table.rows.map((row) => row.map(saidInCell)));
        expect(said(edited(text.replaceAll(/ +/g, ' '), { do: 'tidy' }) ?? text)).toEqual(said(text.replaceAll(/ +/g, ' ')));
      }),
    );
  });

  it('says what was written into a cell, and the same elsewhere', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), cell, (table, some, other, value) => {
        const [row, column] = [some % table.rows.length, other % table.alignments.length];
        const expected = table.rows.map((cells) => cells.map(saidInCell));
        const changed = expected.with(row, (expected[row] ?? []).with(column, saidInCell(writtenInCell(value))));
        expect(said(written(written_(table), row, column, value))).toEqual(changed);
      }),
    );
  });
});

describe('rows and columns', () => {
  const plain = 'x | y\n--|--\n1 | 2\n3 | 4';

  it('are added, moved and taken away', () => {
    expect(said(edited(plain, { do: 'addRow', at: 2 }) ?? '')).toEqual([
      ['x', 'y'],
      ['1', '2'],
      ['', ''],
      ['3', '4'],
    ]);
    expect(said(edited(plain, { do: 'moveRow', at: 1, by: 1 }) ?? '')).toEqual([
      ['x', 'y'],
      ['3', '4'],
      ['1', '2'],
    ]);
    expect(said(edited(plain, { do: 'removeRow', at: 1 }) ?? '')).toEqual([
      ['x', 'y'],
      ['3', '4'],
    ]);
    expect(said(edited(plain, { do: 'addColumn', at: 1 }) ?? '')).toEqual([
      ['x', '', 'y'],
      ['1', '', '2'],
      ['3', '', '4'],
    ]);
    expect(said(edited(plain, { do: 'moveColumn', at: 1, by: -1 }) ?? '')).toEqual([
      ['y', 'x'],
      ['2', '1'],
      ['4', '3'],
    ]);
    expect(said(edited(plain, { do: 'removeColumn', at: 0 }) ?? '')).toEqual([['y'], ['2'], ['4']]);
  });

  it('stay where a change is not possible: the head and the only column', () => {
    const one = 'a\n|-|\nb';
    const impossible: TableEdit[] = [
      { do: 'removeRow', at: 0 },
      { do: 'moveRow', at: 1, by: -1 },
      { do: 'moveRow', at: 1, by: 1 },
      { do: 'removeColumn', at: 0 },
      { do: 'moveColumn', at: 0, by: 1 },
      { do: 'addRow', at: 0 },
    ];
    for (const edit of impossible) expect(edited(one, edit), edit.do).toBeNull();
  });

  it('keep the blanks of what is not edited, and are tidied on request alone', () => {
    expect(edited(TABLE, { do: 'align', at: 1, to: 'center' })).toBe(TABLE.replace('---:', ':-:'));
    expect(edited(TABLE, { do: 'removeRow', at: 1 })).toBe(TABLE.replace('| Mill |   12 |\n', ''));
    expect(edited(TABLE, { do: 'addColumn', at: 2 })).toContain('| Mill |   12 |  |');
    expect(edited(TABLE, { do: 'tidy' })).toBe(
      String.raw`| Item            | Cost   |
| :-------------- | -----: |
| Mill            | 12     |
| Bridge \| lamps | **40** |
| short           |        |`.replaceAll('\\\\', '\\'),
    );
  });
});
