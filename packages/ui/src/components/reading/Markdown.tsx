import { Component, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import type { BodyFormat } from '../../state/records.ts';
import { languageTag } from '../../state/text/language-tag.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { offsetHeadings } from './offset-headings.ts';
import type { SafeHtml } from './safe-html.ts';

export interface MarkdownProps extends RootProps {
  /** The source text. */
  readonly source: string;
  /** The format of the source; default `markdown`. */
  readonly format?: BodyFormat;
  /** The text as rendered by the server: shown immediately, and sufficient for pages without scripts. */
  readonly html?: SafeHtml;
  /** The offset of its headings; 1 makes level 1 level 2. */
  readonly headingOffset?: 0 | 1 | 2 | 3;
  readonly lang?: string | null | undefined;
  /** Whether pictures are shown; default true. Set it to false for texts of models. */
  readonly pictures?: boolean;
  /** Whether bare URLs are links; default true. With `pictures={false}`, false leaves them as text, as for texts of models. */
  readonly automaticLinks?: boolean;
}

const RenderedSource = lazy(async () => ({ default: (await import('@colophon/ui/markdown')).RenderedSource }));

/**
 * A text for readers. With `html`, it shows the HTML rendered by the server. With `source` alone, it is rendered in the browser by the same
 * rules, after the first paint; until then, on a server, and if it cannot be rendered, the source is shown.
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
  automaticLinks = true,
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
          <RenderedSource
            source={source}
            format={format}
            headingOffset={headingOffset}
            pictures={pictures}
            automaticLinks={automaticLinks}
          />
        </Suspense>
      </AsWritten>
    </div>
  );
}

/** Shows the source if it cannot be rendered. */
class AsWritten extends Component<{ readonly fallback: ReactNode; readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
