import { ValidationError } from '@colophon/core';
import type { DrawThumbnail, StrategySettings } from './strategies.ts';
import type { TileSource } from './tile-server.ts';
import { type LoadPictures, withPictureErrors } from './picture-library.ts';

interface Strategy extends StrategySettings {
  readonly draw: DrawThumbnail;
}

/** Cards with the title, in any script. */
export function headlineCards(load: LoadPictures): Strategy {
  return {
    async plan({ title, category, language }, { subtitle = category, template, brandColor, backgroundColor }) {
      const version = await (await load()).drawingVersion();
      const drawnFrom = given({ version, title, subtitle, language: languageTag(language), template, brandColor, backgroundColor });
      return { drawnFrom, altText: title };
    },
    draw: ({ drawnFrom, logo, width, height, format }) =>
      withPictureErrors(async () => {
        const { version: _, ...card } = drawnFrom as unknown as { version: string; title: string };
        return (await load()).drawHeadlineCard({ ...card, width, height, format, ...(logo === undefined ? {} : { logo }) });
      }),
  };
}

/** Maps of a place given by the options or the record's metadata. */
export function staticMaps(load: LoadPictures, source: TileSource | undefined): Strategy {
  return {
    plan: ({ metadata, language }, { latitude, longitude, zoom, place, brandColor }) =>
      withPictureErrors(async () => {
        const pictures = await load();
        const isGiven = latitude !== undefined || longitude !== undefined;
        const found = pictures.readCoordinates(isGiven ? { latitude, longitude } : metadata);
        if (!found) throw noCoordinates();
        const version = await pictures.drawingVersion();
        const drawnFrom = given({ version, ...found, zoom, place, language: languageTag(language), brandColor, tiles: source?.identity });
        return { drawnFrom, altText: `Map: ${place ?? `${found.latitude}, ${found.longitude}`}` };
      }),
    draw: ({ drawnFrom, width, height, format }) =>
      withPictureErrors(async () => {
        const {
          version: _,
          tiles: __,
          ...map
        } = drawnFrom as unknown as { version: string; tiles?: string; latitude: number; longitude: number };
        return (await load()).drawStaticMap({ ...map, width, height, format, ...(source ? { tiles: source } : {}) });
      }),
  };
}

function noCoordinates(): ValidationError {
  const detail = 'Coordinates are missing.';
  return new ValidationError(detail, {
    code: 'coordinates',
    errors: [{ pointer: '/latitude', code: 'coordinates', detail }],
    hint: 'Give latitude and longitude in degrees, or set them in metadata.',
  });
}

/** The language of a piece may be any text; an invalid tag does not select a font. */
function languageTag(language: string | null): string | undefined {
  try {
    return language === null ? undefined : Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

function given(values: Readonly<Record<string, string | number | null | undefined>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as Record<string, string>;
}
