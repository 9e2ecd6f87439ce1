/** A quoted value that goes on over several lines. */
interface OpenQuote {
  readonly mark: string;
  /** The columns that its lines must be indented by. */
  readonly indent: number;
}

/**
 * Indents the further lines of quoted values that stand too far left:
 *
 * ```yaml
 * excerpt: "It began in spring
 * and went on."
 * ```
 *
 * Static site generators take this, YAML 1.2 §6.1 does not. Line ends inside quotes are folded with the spaces around
 * them, so the value is the same; lines keep their numbers. A quote that is never closed is left as it stands.
 */
export function indentQuoted(yaml: string): string {
  let open: OpenQuote | undefined;
  const lines = yaml.split('\n').map((line) => {
    if (!open) {
      open = quoteOpenedBy(line);
      return line;
    }
    const { mark, indent } = open;
    if (closes(line, mark, 0)) open = undefined;
    const has = line.length - line.trimStart().length;
    return line.trim() === '' || has >= indent ? line : ' '.repeat(indent - has) + line;
  });
  return open ? yaml : lines.join('\n');
}

function quoteOpenedBy(line: string): OpenQuote | undefined {
  const match = /^(\s*)(?:- +)*(?:[^\s"'#[{][^:"']*:[ \t]+)?(["'])/.exec(line);
  const [start = '', space = '', mark = ''] = match ?? [];
  if (!match || closes(line, mark, start.length)) return undefined;
  return { mark, indent: space.length + 1 };
}

function closes(line: string, mark: string, from: number): boolean {
  for (let at = from; at < line.length; at += 1) {
    const character = line[at];
    if (mark === '"' && character === '\\') at += 1;
    else if (character === mark) {
      if (mark === '"' || line[at + 1] !== mark) return true;
      at += 1;
    }
  }
  return false;
}
