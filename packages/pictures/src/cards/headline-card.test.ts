import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { colorAt, differenceFromStored } from '../testing/same-picture.ts';
import { drawHeadlineCard, type HeadlineCardOptions } from './headline-card.ts';

const small = { width: 800, height: 420 };

describe('drawHeadlineCard', () => {
  it.each<[string, HeadlineCardOptions]>([
    ['latin', { title: 'What is technical debt, and who pays for it in the end?', category: 'engineering/debt' }],
    ['cyrillic-greek', { title: 'Ελληνικά ᾧ, Кириллица Ђ and Latin', subtitle: 'Ђорђе Στράτος', template: 'news' }],
    ['vietnamese-devanagari', { title: 'Tiếng Việt, ẹ́ ɛ̃, नमस्ते क्षत्रिय', template: 'minimal', category: 'Ngôn ngữ' }],
    ['arabic', { title: 'ما هو الدين التقني، ومن يدفع ثمنه في النهاية؟ إصدار Colophon 2026', category: 'هندسة', template: 'news' }],
    ['hebrew', { title: 'מהו חוב טכני, ומי משלם עליו בסופו של דבר? (Colophon 2.0)', category: 'הנדסה', brandColor: '#b91c1c' }],
    ['han-kana', { title: '什么是技术债务，最终由谁来承担？漢字かなカナ', category: '工程', template: 'minimal' }],
    ['mixed', { title: 'Price ₪100 – (3%) שלום עולם טוב מאוד, יותר טוב, ומאוד ארוך', category: 'mixed שלום 漢字' }],
    ['emoji', { title: '👩‍🚀 👨‍👩‍👧‍👦 👍🏽 🇳🇴 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ❤️‍🔥 🏳️‍🌈 joined', category: '🎉', backgroundColor: '#111827', brandColor: '#fde047' }],
    ['long-word', { title: 'W'.repeat(1000), category: 'x'.repeat(500), template: 'news' }],
    ['hostile', { title: `e${'\u0301'.repeat(3000)} \ud800\0 <b>bold</b> & "q" \u202egnp.exe\u202c \u{13000} end` }],
    ['no-title', { title: '', category: 'engineering', brandColor: '#fde047' }],
    ['tall', { title: 'What is technical debt?', category: 'engineering', width: 315, height: 600 }],
  ])('draws %s like the stored picture', async (name, options) => {
    const { bytes } = await drawHeadlineCard({ ...small, ...options });
    expect(await differenceFromStored(`card-${name}`, bytes)).toBeLessThanOrEqual(0.005);
  });

  it('has the requested size and format, and is deterministic', async () => {
    for (const format of ['png', 'webp', 'jpeg'] as const) {
      const card = await drawHeadlineCard({ title: 'Same', width: 640, height: 336, format });
      expect(card).toMatchObject({ mimeType: `image/${format}`, width: 640, height: 336, missing: 0 });
      expect(await sharp(card.bytes).metadata()).toMatchObject({ format, width: 640, height: 336 });
      expect(Buffer.compare(card.bytes, (await drawHeadlineCard({ title: 'Same', width: 640, height: 336, format })).bytes)).toBe(0);
    }
    expect(await drawHeadlineCard({ title: 'By default' })).toMatchObject({ mimeType: 'image/png', width: 1200, height: 630 });
  });

  it('counts characters that could not be drawn', async () => {
    expect((await drawHeadlineCard({ ...small, title: 'a \u{13000} b', category: '\u{13001}' })).missing).toBe(2);
  });

  it('draws a card for every text, without text if there is none to be seen', async () => {
    for (const title of ['', ' \u202e ', '\ud800', '\u0301', '\u200d'.repeat(500), 'a'.repeat(60_000), '{{title}} ${x} %s \\u0000']) {
      expect((await drawHeadlineCard({ ...small, title })).bytes.length).toBeGreaterThan(500);
    }
  });

  it('places the bar at the start side of the text', async () => {
    const [hebrew, english] = [
      await drawHeadlineCard({ title: 'שלום', brandColor: '#ff0000' }),
      await drawHeadlineCard({ title: 'Hello', brandColor: '#f00' }),
    ];
    expect([await colorAt(hebrew.bytes, 1190, 300), await colorAt(hebrew.bytes, 5, 300)]).toEqual(['#ff0000', '#ffffff']);
    expect([await colorAt(english.bytes, 1190, 300), await colorAt(english.bytes, 5, 300)]).toEqual(['#ffffff', '#ff0000']);
  });

  it.each([
    ['width', { width: 199 }],
    ['width', { width: 2401 }],
    ['height', { height: 400.5 }],
    ['height', { height: Number.NaN }],
    ['format', { format: 'gif' }],
    ['template', { template: 'toString' }],
    ['brandColor', { brandColor: 'red;url(x)' }],
    ['backgroundColor', { backgroundColor: '#fff;' }],
    ['language', { language: 'not a tag' }],
  ])('rejects an invalid %s by name', async (field, options) => {
    await expect(drawHeadlineCard({ title: 'x', ...options } as HeadlineCardOptions)).rejects.toMatchObject({ code: 'options', field });
  });

  it('draws a logo within its box, on every template', async () => {
    const logo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer();
    for (const template of ['default', 'news', 'minimal'] as const) {
      const { bytes } = await drawHeadlineCard({ ...small, title: 'With a logo', category: 'news', template, logo });
      expect(await differenceFromStored(`logo-${template}`, bytes)).toBeLessThanOrEqual(0.005);
    }
  });

  it('rejects a logo that is not a picture', async () => {
    for (const logo of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('https://example.org/logo.png'),
      Buffer.alloc(0),
    ]) {
      await expect(drawHeadlineCard({ title: 'x', logo })).rejects.toMatchObject({ code: 'not_a_picture' });
    }
  });

  it('draws fifty concurrent cards', async () => {
    const cards = await Promise.all(
      Array.from({ length: 50 }, (_each, index) => drawHeadlineCard({ width: 200, height: 200, title: `Card ${index}` })),
    );
    expect(new Set(cards.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(50);
  });
});
