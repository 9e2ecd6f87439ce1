import { Content } from './content.ts';

/** An editorial piece. */
export class Article extends Content {
  static override readonly typeName = 'article';
}

/** A structured document. */
export class ContentDocument extends Content {
  static override readonly typeName = 'document';
}

/** A copy of something that stands elsewhere; `url` says where. */
export class Mirror extends Content {
  static override readonly typeName = 'mirror';
}
