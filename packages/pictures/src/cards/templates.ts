import type { Direction } from '../text/direction.ts';
import { LINE_HEIGHT, type BrokenText } from './break-lines.ts';
import { readableColor, textColorOn } from './colors.ts';
import type { Node } from './renderer.ts';

/** The layout of a card. */
export type CardTemplate = (typeof CARD_TEMPLATES)[number];
export const CARD_TEMPLATES = ['default', 'news', 'minimal'] as const;

/** The input of a template; all lengths in pixels. */
export interface CardParts {
  readonly width: number;
  readonly height: number;
  /** The scale relative to a card of 1200 by 630. */
  readonly scale: number;
  readonly direction: Direction;
  readonly title: BrokenText;
  readonly subtitle: BrokenText | undefined;
  readonly logo: { readonly src: string; readonly width: number; readonly height: number } | undefined;
  readonly brandColor: string;
  readonly backgroundColor: string;
}

/** The space that a template has for texts, on a card of 1200 by 630. */
export const TITLE_SIZES = [72, 60, 48, 40];
export const SUBTITLE_SIZE = 30;
export const TITLE_LINES = 4;
export const LOGO_BOX = { width: 220, height: 72 };
const PADDING = 72;

/** The width available for texts, in pixels. */
export function textWidth(width: number, scale: number): number {
  return width - 2 * PADDING * scale;
}

export const drawTemplate: Readonly<Record<CardTemplate, (parts: CardParts) => Node>> = {
  /** A bar of the brand's colour at the start side. */
  default: (parts) => {
    const { scale, backgroundColor, brandColor, direction } = parts;
    const bar = { position: 'absolute', top: 0, bottom: 0, width: 18 * scale, backgroundColor: brandColor } as const;
    const color = textColorOn(backgroundColor);
    return card(parts, backgroundColor, [
      { type: 'container', style: direction === 'rtl' ? { ...bar, right: 0 } : { ...bar, left: 0 } },
      column(parts, { padding: PADDING * scale, justifyContent: 'space-between' }, [
        row(parts, [subtitle(parts, readableColor(brandColor, backgroundColor))]),
        texts(parts, parts.title, { color, weight: 700 }),
        row({ ...parts, direction: parts.direction === 'rtl' ? 'ltr' : 'rtl' }, [logo(parts)]),
      ]),
    ]);
  },
  /** A band of the brand's colour across the top. */
  news: (parts) => {
    const { scale, backgroundColor, brandColor } = parts;
    const band = {
      display: 'flex',
      flexDirection: parts.direction === 'rtl' ? 'row-reverse' : 'row',
      justifyContent: 'space-between',
      alignItems: 'center',
      width: '100%',
      height: 120 * scale,
      paddingLeft: PADDING * scale,
      paddingRight: PADDING * scale,
      backgroundColor: brandColor,
    } as const;
    return card(parts, backgroundColor, [
      column(parts, {}, [
        { type: 'container', style: band, children: [subtitle(parts, textColorOn(brandColor)), logo(parts)] },
        column(parts, { padding: PADDING * scale, justifyContent: 'center', flexGrow: 1 }, [
          texts(parts, parts.title, { color: textColorOn(backgroundColor), weight: 800 }),
        ]),
      ]),
    ]);
  },
  /** The title in the middle, and nothing dispensable. */
  minimal: (parts) => {
    const { scale, backgroundColor, brandColor } = parts;
    const rule = { width: 96 * scale, height: 6 * scale, backgroundColor: brandColor, marginTop: 32 * scale, marginBottom: 32 * scale };
    return card(parts, backgroundColor, [
      column(parts, { padding: PADDING * scale, justifyContent: 'center', alignItems: 'center' }, [
        logo(parts, 32 * scale),
        texts(parts, parts.title, { color: textColorOn(backgroundColor), weight: 600, align: 'center' }),
        { type: 'container', style: rule },
        subtitle(parts, textColorOn(backgroundColor), 'center'),
      ]),
    ]);
  },
};

type Style = NonNullable<Node['style']>;

function card({ width, height }: CardParts, backgroundColor: string, children: Node[]): Node {
  return { type: 'container', style: { display: 'flex', position: 'relative', width, height, backgroundColor }, children };
}

function column({ width }: CardParts, style: Style, children: Node[]): Node {
  return { type: 'container', style: { display: 'flex', flexDirection: 'column', width, height: '100%', ...style }, children };
}

/** A row aligned to the start side. */
function row({ direction, scale }: CardParts, children: Node[]): Node {
  const flexDirection = direction === 'rtl' ? 'row-reverse' : 'row';
  return {
    type: 'container',
    style: { display: 'flex', flexDirection, width: '100%', minHeight: LOGO_BOX.height * scale, alignItems: 'center' },
    children,
  };
}

function subtitle(parts: CardParts, color: string, align: 'start' | 'center' = 'start'): Node {
  return texts(parts, parts.subtitle, { color, weight: 600, align });
}

function texts(
  { direction }: CardParts,
  broken: BrokenText | undefined,
  { color, weight, align = 'start' }: { readonly color: string; readonly weight: number; readonly align?: 'start' | 'center' },
): Node {
  const crossways = direction === 'rtl' ? 'flex-end' : 'flex-start';
  return {
    type: 'container',
    style: { display: 'flex', flexDirection: 'column', alignItems: align === 'center' ? 'center' : crossways },
    children: (broken?.lines ?? []).map((text) => ({
      type: 'text',
      text,
      style: { fontSize: broken?.size ?? 0, fontWeight: weight, lineHeight: LINE_HEIGHT, color, direction, whiteSpace: 'nowrap' },
    })),
  };
}

function logo({ logo: picture }: CardParts, marginBottom = 0): Node {
  if (picture === undefined) return { type: 'container', style: { display: 'none' } };
  return { type: 'image', src: picture.src, style: { width: picture.width, height: picture.height, marginBottom } };
}
