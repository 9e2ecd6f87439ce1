/** YAML with indented quoted values, and the line, from 1, of an unclosed quote. */
export interface IndentedYaml {
  readonly yaml: string;
  readonly unclosed: number | undefined;
}

/** A quoted value that spans several lines. */
interface OpenQuote {
  readonly line: number;
  readonly mark: string;
  /** The columns by which its lines must be indented. */
  readonly indent: number;
}

/**
 * Indents the continuation lines of quoted values that are not indented enough:
 *
 * ```yaml
 * excerpt: "It began in spring
 * and went on."
 * ```
 *
 * Static site generators accept this, YAML 1.2 §6.1 does not. Line ends inside quotes are folded with the surrounding spaces, so the value
 * is the same; line numbers do not change. An unclosed quote is left unchanged.
 */
export function indentQuoted(yaml: string): IndentedYaml {
  let open: OpenQuote | undefined;
  const lines = yaml.split('\n').map((line, index) => {
    if (!open) {
      open = quoteOpenedBy(line, index + 1);
      return line;
    }
    const { mark, indent } = open;
    if (closes(line, mark, 0)) open = undefined;
    const has = line.length - line.trimStart().length;
    return line.trim() === '' || has >= indent ? line : ' '.repeat(indent - has) + line;
  });
  return open ? { yaml, unclosed: open.line } : { yaml: lines.join('\n'), unclosed: undefined };
}

function quoteOpenedBy(line: string, number: number): OpenQuote | undefined {
  const match = /^(\s*)(?:- +)*(?:[^\s"'#[{][^:"']*:[ \t]+)?(["'])/.exec(line);
  const [start = '', space = '', mark = ''] = match ?? [];
  if (!match || closes(line, mark, start.length)) return undefined;
  return { line: number, mark, indent: space.length + 1 };
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
