import type { ContentRecord, CorrectionType } from '../../state/records.ts';
import type { ImageThumbnailProps } from './ImageThumbnail.tsx';

/** The data of a card: members of an API record, and two that the page looks up. */
export interface ArticleSummary
  extends
    Pick<ContentRecord, 'id' | 'title'>,
    Partial<Pick<ContentRecord, 'description' | 'authors' | 'language' | 'publish_date' | 'slug' | 'context'>> {
  readonly thumbnail?: Pick<ImageThumbnailProps, 'src' | 'alt' | 'width' | 'height' | 'sizes' | 'srcSet' | 'loading' | 'focal'> | null;
  /** The latest correction of the piece, shown before the title. */
  readonly latestCorrection?: CorrectionType | null;
}
