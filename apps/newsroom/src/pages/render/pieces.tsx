import { ArticleCard, type ArticleSummary } from '@colophon/ui/reading';
import type { ReactElement } from 'react';
import type { Summary } from '../data/summaries.ts';
import type { Site } from '../site.ts';

interface PiecesProps {
  readonly site: Site;
  readonly pieces: readonly Summary[];
  readonly headingLevel?: 2 | 3;
  readonly className?: string;
  /** They are visible immediately, so their pictures are not loaded lazily. */
  readonly isAbove?: boolean;
}

/** A list of pieces. */
export function Pieces({ site, pieces, headingLevel = 2, className = 'page-pieces', isAbove = false }: PiecesProps): ReactElement {
  return (
    <ul className={className} role="list">
      {pieces.map((piece) => (
        <li key={piece.id}>
          <Card site={site} piece={piece} headingLevel={headingLevel} isAbove={isAbove} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  readonly site: Site;
  readonly piece: Summary;
  readonly headingLevel?: 2 | 3;
  readonly isLead?: boolean;
  readonly isAbove?: boolean;
}

/** How wide pictures are shown, as the stylesheet has them. */
const SIZES = {
  lead: '(min-width: 60rem) 46rem, 100vw',
  beside: '(min-width: 60rem) 23rem, 100vw',
  list: '(min-width: 60rem) 15rem, 28vw',
};

/** One piece; the picture of the leading one is not loaded lazily. */
export function Card({ site, piece, headingLevel = 2, isLead = false, isAbove = isLead }: CardProps): ReactElement {
  const { thumbnail } = piece;
  // For screen readers the title is sufficient: the picture next to it is decorative.
  const picture: ArticleSummary['thumbnail'] = thumbnail && {
    src: thumbnail.src,
    ...(thumbnail.srcSet === null ? {} : { srcSet: thumbnail.srcSet, sizes: isLead ? SIZES.lead : isAbove ? SIZES.beside : SIZES.list }),
    alt: isLead ? thumbnail.alt : '',
    width: thumbnail.width ?? (isLead ? 960 : 480),
    height: thumbnail.height ?? (isLead ? 640 : 320),
    loading: isAbove ? 'eager' : 'lazy',
    ...(thumbnail.focal && { focal: thumbnail.focal }),
  };
  return (
    <ArticleCard
      article={{ ...piece, thumbnail: picture }}
      href={piece.address}
      headingLevel={headingLevel}
      locale={site.language}
      timeZone={site.timeZone}
    />
  );
}

/** The link to the rest of the list. */
export function Older({ href, children }: { readonly href: string | null; readonly children: string }): ReactElement | null {
  if (href === null) return null;
  return (
    <p className="page-older">
      <a href={href} rel="next">
        {children}
      </a>
    </p>
  );
}
