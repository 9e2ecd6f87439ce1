import { serveWork } from '@colophon/core/workers';
import { convertHtml } from './convert-html.ts';
import type { ConversionAnswer, HtmlInput } from './html-conversion.ts';

serveWork((batch: readonly HtmlInput[]): ConversionAnswer[] => batch.map(answerTo));

function answerTo(input: HtmlInput): ConversionAnswer {
  try {
    return { converted: convertHtml(input) };
  } catch (error) {
    // The parsers recurse: HTML nested too deeply overflows their stack.
    if (error instanceof RangeError) return { isTooComplex: true };
    throw error;
  }
}
