import { ArticleCard, type ArticleSummary } from '@colophon/ui/reading';
import type { ReactElement } from 'react';
import type { Summary } from '../data/summaries.ts';
import type { Site } from '../site.ts';

interface PiecesProps {
  readonly site: Site;
  readonly pieces: readonly Summary[];
  readonly headingLevel?: 2 | 3;
  readonly className?: string;
  /** They are seen at once: their pictures are not waited for. */
  readonly isAbove?: boolean;
}

/** Pieces one below the other. */
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

/** One piece; the leading one's picture is there at once. */
export function Card({ site, piece, headingLevel = 2, isLead = false, isAbove = isLead }: CardProps): ReactElement {
  const { thumbnail } = piece;
  // The title says it all to those who do not see: the picture beside it is decoration there.
  const picture: ArticleSummary['thumbnail'] = thumbnail && {
    ...thumbnail,
    alt: isLead ? thumbnail.alt : '',
    width: isLead ? 960 : 480,
    height: isLead ? 640 : 320,
    loading: isAbove ? 'eager' : 'lazy',
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

/** Where the list goes on. */
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
