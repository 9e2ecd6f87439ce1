import type { ContentRecord, CorrectionType } from '../../state/records.ts';
import type { ImageThumbnailProps } from './ImageThumbnail.tsx';

/** What a card shows of a piece: a record of the API has it all but the last two, which its page looks up. */
export interface ArticleSummary
  extends
    Pick<ContentRecord, 'id' | 'title'>,
    Partial<Pick<ContentRecord, 'description' | 'authors' | 'language' | 'publish_date' | 'slug' | 'context'>> {
  readonly thumbnail?: Pick<ImageThumbnailProps, 'src' | 'alt' | 'width' | 'height' | 'sizes' | 'srcSet' | 'loading'> | null;
  /** The latest correction of the piece: it is named before the title. */
  readonly latestCorrection?: CorrectionType | null;
}
