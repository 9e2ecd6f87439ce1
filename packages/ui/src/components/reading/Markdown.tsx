import { Component, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import type { BodyFormat } from '../../state/records.ts';
import { languageTag } from '../../state/text/language-tag.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { offsetHeadings } from './offset-headings.ts';
import type { SafeHtml } from './safe-html.ts';

export interface MarkdownProps extends RootProps {
  /** The text as it was written. */
  readonly source: string;
  /** How it was written; `markdown` by default. */
  readonly format?: BodyFormat;
  /** The text as the server rendered it: printed at once, and all that a page without script needs. */
  readonly html?: SafeHtml;
  /** How far its headings stand below their own level; 1 makes the first level the second. */
  readonly headingOffset?: 0 | 1 | 2 | 3;
  readonly lang?: string | null | undefined;
  /** Whether pictures of the text are shown; true by default. What a program wrote is better shown without. */
  readonly pictures?: boolean;
}

const RenderedSource = lazy(async () => ({ default: (await import('@colophon/ui/markdown')).RenderedSource }));

/**
 * A text for readers. With `html` it prints what the server made of it. With `source` alone it is rendered in the browser, by the same
 * rules, after the first paint; until then, on a server, and where it cannot be rendered, it is shown as it was written.
 *
 * @example
 * <Markdown source={piece.body} format={piece.bodyFormat} html={trustRenderedBody(rendered.html)} headingOffset={1} />
 */
export function Markdown({
  source,
  format = 'markdown',
  html,
  headingOffset = 0,
  pictures = true,
  lang,
  className,
  id,
}: MarkdownProps): ReactElement {
  const root = { className: classNames('colo-scope colo-markdown', className), id, lang: languageTag(lang), dir: 'auto' as const };
  if (html !== undefined) return <div {...root} dangerouslySetInnerHTML={{ __html: offsetHeadings(html, headingOffset) }} />;
  const plain = <div className="colo-markdown-plain">{source}</div>;
  return (
    <div {...root}>
      <AsWritten key={source} fallback={plain}>
        <Suspense fallback={plain}>
          <RenderedSource source={source} format={format} headingOffset={headingOffset} pictures={pictures} />
        </Suspense>
      </AsWritten>
    </div>
  );
}

/** Shows the text as it was written where it cannot be rendered. */
class AsWritten extends Component<{ readonly fallback: ReactNode; readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
