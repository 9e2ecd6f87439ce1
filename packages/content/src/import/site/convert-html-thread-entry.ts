import { serveWork } from '@colophon/core/workers';
import { convertHtml } from './convert-html.ts';
import type { ConversionAnswer, HtmlInput } from './html-conversion.ts';

serveWork((batch: readonly HtmlInput[]): ConversionAnswer[] => batch.map(answerTo));

function answerTo(input: HtmlInput): ConversionAnswer {
  try {
    return { converted: convertHtml(input) };
  } catch (error) {
    // The parsers recurse: what is nested too deep ends their stack.
    if (error instanceof RangeError) return { isTooComplex: true };
    throw error;
  }
}
