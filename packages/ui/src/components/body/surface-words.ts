import type { editorEn } from '../../messages/editor/en.ts';
import type { Words } from '../../messages/message.ts';
import type { Format } from '../../state/text/format.ts';
import type { UploadWords } from './uploads.ts';

/** The texts of the search, by CodeMirror's English ones. */
export function searchWords(words: Words<typeof editorEn>): Record<string, string> {
  return {
    Find: words['body.find'],
    Replace: words['body.replace'],
    next: words['body.find.next'],
    previous: words['body.find.previous'],
    all: words['body.find.all'],
    'match case': words['body.find.case'],
    regexp: words['body.find.regexp'],
    'by word': words['body.find.word'],
    replace: words['body.replace'],
    'replace all': words['body.replace.all'],
    close: words['body.find.close'],
    'current match': words['body.find.current'],
    'on line': words['body.find.line'],
    'replaced match on line $': words['body.replaced.one'],
    'replaced $ matches': words['body.replaced.many'],
    'Go to line': words['body.line'],
    go: words['body.line.go'],
  };
}

/** The texts of placeholders for pictures. */
export function uploadWords(words: Words<typeof editorEn>, format: Format): UploadWords {
  return {
    waiting: (name) => words['body.upload']({ name }),
    cancel: (name) => words['body.upload.cancel']({ name }),
    failed: (name, reason) => words['body.upload.failed']({ name, reason }),
    remove: words['body.upload.remove'],
    leftOut: (count) => words['body.paste.leftOut']({ count }, format),
  };
}
