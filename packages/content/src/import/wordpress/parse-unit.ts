import { SaxesParser } from 'saxes';
import { hasUnclosedCdata } from './unclosed-cdata.ts';
import { WxrEnd, type WxrEndCode, WxrHandlers } from './wxr-handlers.ts';
import type { WxrEvent } from './wxr-item.ts';
import type { WxrUnit } from './wxr-units.ts';

/** What was read of a unit: its events, or the fault for which it is not read at all. */
export interface ParsedUnit {
  readonly events: readonly WxrEvent[];
  /** The version given by the WordPress namespace; undefined if no element of the unit is in it. */
  readonly version: string | undefined;
  readonly fault?: { readonly code: WxrEndCode | 'cdata_not_closed' | 'second_document'; readonly message: string; readonly line: number };
}

/**
 * Reads a unit by itself. The text was repaired before: any error of the parser concerns where elements begin and end, so that
 * nothing of the unit is used.
 */
export function parseUnit(unit: WxrUnit, maximumText: number): ParsedUnit {
  const { line, fault, raw } = unit;
  if (fault) return { events: [], version: undefined, fault: { ...fault, line } };
  const handlers = new WxrHandlers(maximumText, line - 1);
  const parser = new SaxesParser({ xmlns: true });
  handlers.attach(parser);
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(unit.around.join('')).write(raw).write('</channel></rss>').close();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof WxrEnd ? error.code : 'not_well_formed';
    return {
      events: [],
      version: handlers.version,
      fault: { code, message: sentence(error.message.replace(/^\d+:\d+: /, '')), line: line + parser.line - 1 },
    };
  }
  if (hasUnclosedCdata(raw)) {
    const message = 'A CDATA section is not closed, and contains the elements behind it. Text that is meant to show them must be escaped.';
    return { events: [], version: handlers.version, fault: { code: 'cdata_not_closed', message, line } };
  }
  return { events: handlers.take(), version: handlers.version };
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/(?<![.!?])$/, '.');
}
