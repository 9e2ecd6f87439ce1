import { Content } from './content.ts';

/** An editorial piece. */
export class Article extends Content {
  static readonly typeName = 'article';
}

/** A structured document. */
export class ContentDocument extends Content {
  static readonly typeName = 'document';
}

/** A copy of something that stands elsewhere; `url` says where. */
export class Mirror extends Content {
  static readonly typeName = 'mirror';
}
