/** The used fields of a part of the parser's tree. */
export interface MailPart {
  readonly contentType: {
    parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> };
    /** The subtype of a multipart. */
    multipart: string | false;
  };
  readonly contentDisposition: { readonly parsed: { readonly params: Readonly<Record<string, string>> } };
  readonly content: ArrayBuffer | null;
  readonly childNodes: readonly MailPart[];
}

/** Returns the file name that a part declares. */
export function nameOf({ contentDisposition, contentType }: MailPart): string | undefined {
  return contentDisposition.parsed.params['filename']?.trim() || contentType.parsed.params['name']?.trim() || undefined;
}

/** Returns the parts without parts of their own, in order. */
export function leavesOf(part: MailPart): MailPart[] {
  return part.childNodes.length === 0 ? [part] : part.childNodes.flatMap(leavesOf);
}

/** The parts that are the text of a mail. */
export interface BodyParts {
  readonly texts: ReadonlySet<MailPart>;
  /** The one of them that is a file too. */
  readonly file: MailPart | undefined;
}

/**
 * Returns the parts that are the text of a mail. A text with a file name is a file, unless it is one form of an alternative; if the
 * mail has no other text it is both.
 *
 * @param isText whether a part is shown as text when it has no name
 */
export function bodyParts(root: MailPart, isText: (part: MailPart) => boolean): BodyParts {
  const isForm = new Set<MailPart>();
  const markForms = (part: MailPart): void => {
    for (const child of part.childNodes) {
      if (part.contentType.multipart === 'alternative') isForm.add(child);
      markForms(child);
    }
  };
  markForms(root);
  const texts = leavesOf(root).filter((part) => !part.contentType.multipart && isText(part));
  const bodies = texts.filter((part) => isForm.has(part) || nameOf(part) === undefined);
  const onlyText = bodies.some(hasContent) ? undefined : texts.find(hasContent);
  if (onlyText === undefined) return { texts: new Set(bodies), file: undefined };
  return { texts: new Set([...bodies, onlyText]), file: onlyText === root ? undefined : onlyText };
}

function hasContent({ content }: MailPart): boolean {
  return content !== null && Buffer.from(content).some((byte) => byte > 32);
}
