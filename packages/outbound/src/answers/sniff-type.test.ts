import { describe, expect, it } from 'vitest';
import { isAccepted, sniffType } from './sniff-type.ts';

describe('the type of a response', () => {
  it.each([
    ['<!DOCTYPE html>', 'text/plain', 'text/html'],
    ['\xef\xbb\xbf \n<html>', undefined, 'text/html'],
    ['<!-- a comment --><p>', 'text/plain', 'text/html'],
    ['plain words', 'text/html; charset=utf-8', 'text/html'],
    ['plain words', undefined, 'text/plain'],
    ['# Heading', 'text/markdown', 'text/markdown'],
    ['{}', 'application/json', 'application/json'],
    ['{}', 'application/ld+json; a=b', 'application/ld+json'],
    ['MZ words', 'text/plain', 'application/x-msdownload'],
    ['words', 'image/png', 'text/plain'],
    ['words', 'constructor', 'text/plain'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'text/xml', 'application/xhtml+xml'],
    ['<?xml version="1.0"?><rss>', 'application/rss+xml', 'application/rss+xml'],
    ['<?xml version="1.0"?><rss>', 'text/html', 'application/xml'],
    ['<?xml version="1.0"?><svg onload="x">', 'image/png', 'image/svg+xml'],
    ['<svg>', 'text/plain', 'image/svg+xml'],
    ['\xff\xfe<\0h\0t\0m\0l\0>\0', undefined, 'text/html'],
    ['%PDF-1.7', 'text/html', 'application/pdf'],
    ['junk %PDF-1.7', 'application/pdf', 'application/pdf'],
    ['About %PDF-1.7', 'text/plain', 'text/plain'],
    ['<!doctype html> %PDF-1.7', 'application/pdf', 'text/html'],
    ['\x89PNG\r\n\x1a\n', 'text/html', 'image/png'],
    ['\xff\xd8\xff\xe0', undefined, 'image/jpeg'],
    ['GIF89a', undefined, 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', undefined, 'image/webp'],
    ['\0\0\0\x1cftypavif', undefined, 'image/avif'],
    ['PK\x03\x04', 'text/html', 'application/zip'],
    ['\x1f\x8b\x08', 'text/html', 'application/gzip'],
    ['words\0and zeros', 'text/html', 'application/octet-stream'],
  ])('%j, declared as %s, is %s', (bytes, declared, expected) => {
    expect(sniffType(Buffer.from(bytes, 'latin1'), declared)).toBe(expected);
  });

  it('is accepted by its exact name or by a wildcard', () => {
    expect(isAccepted('image/png', ['text/html', 'image/*'])).toBe(true);
    expect(isAccepted('imagery/png', ['image/*'])).toBe(false);
    expect(isAccepted('text/html', ['*/*'])).toBe(true);
    expect(isAccepted('text/htmlx', ['text/html'])).toBe(false);
  });
});
