import { type ReactElement, useMemo } from 'react';
import type { BodyFormat } from '../../state/records.ts';
import type { SafeHtml } from '../reading/safe-html.ts';
import { offsetHeadings } from '../reading/offset-headings.ts';
import { renderMarkdown, type RenderOptions } from './render-markdown.ts';

export interface RenderedSourceProps {
  readonly source: string;
  readonly format: BodyFormat;
  readonly headingOffset: number;
  readonly pictures: boolean;
  readonly automaticLinks: boolean;
}

/** A body rendered in the browser; the source if it is too long or nested too deeply. */
export function RenderedSource({ source, format, headingOffset, pictures, automaticLinks }: RenderedSourceProps): ReactElement {
  const html = useMemo(
    () => render(source, { format, pictures, automaticLinks }, headingOffset),
    [source, format, headingOffset, pictures, automaticLinks],
  );
  if (html === null) return <div className="colo-markdown-plain">{source}</div>;
  return <div className="colo-markdown-rendered" dangerouslySetInnerHTML={{ __html: html }} />;
}

function render(source: string, options: RenderOptions, headingOffset: number): SafeHtml | null {
  try {
    return offsetHeadings(renderMarkdown(source, options), headingOffset);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
