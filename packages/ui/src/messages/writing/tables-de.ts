import type { Words } from '../message.ts';
import type { tablesEn } from './tables-en.ts';

/** The texts of tables in the live view, in German. */
export const tablesDe: Words<typeof tablesEn> = {
  'table.label': ({ rows, columns }) => `Tabelle, Zeilen: ${rows}, Spalten: ${columns}`,
  'table.menu': 'Tabelle',
  'table.head': ({ number }) => `Kopf der Spalte ${number}`,
  'table.column': ({ number }) => `Spalte ${number}`,
  'table.cell': ({ column, number }) => `${column}, Zeile ${number}`,
  'table.row.above': 'Zeile darüber einfügen',
  'table.row.below': 'Zeile darunter einfügen',
  'table.row.up': 'Zeile nach oben',
  'table.row.down': 'Zeile nach unten',
  'table.row.remove': 'Zeile entfernen',
  'table.column.before': 'Spalte davor einfügen',
  'table.column.after': 'Spalte danach einfügen',
  'table.column.back': 'Spalte nach vorn',
  'table.column.on': 'Spalte nach hinten',
  'table.column.remove': 'Spalte entfernen',
  'table.align.start': 'Spalte am Anfang ausrichten',
  'table.align.center': 'Spalte zentrieren',
  'table.align.end': 'Spalte am Ende ausrichten',
  'table.tidy': 'Quelltext ordnen',
  'table.source': 'Quelltext zeigen',
  'table.remove': 'Tabelle entfernen',
  'table.impossible': 'Hier nicht möglich: Eine Tabelle braucht ihren Kopf und eine Spalte.',
};
