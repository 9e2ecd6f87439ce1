import remarkParse from 'remark-parse';
import { unified } from 'unified';

interface Node {
  readonly type: string;
  readonly alt?: string | null;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** Returns the URLs of images without alternative text in a body, Markdown or HTML. */
export function findPicturesWithoutText(body: string): string[] {
  const found: string[] = [];
  const waiting: Node[] = [unified().use(remarkParse).parse(body) as Node];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ((node.type === 'image' || node.type === 'imageReference') && (node.alt ?? '').trim() === '')
      found.push(node.url ?? 'given by reference');
    if (node.type === 'html') {
      for (const [tag] of (node.value ?? '').matchAll(/<img\b[^>]*>/gi)) if (!/\balt\s*=/i.test(tag)) found.push('in HTML');
    }
    waiting.push(...(node.children ?? []));
  }
  return found;
}
