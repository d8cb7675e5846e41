import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';

const base64 = (...bytes: number[]): string => btoa(String.fromCharCode(...bytes));
const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

describe('readImageHeader', () => {
  it('reads the size of a PNG', () => {
    const bytes = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 0x23, 0x28, 0, 0, 0, 10];
    expect(readImageHeader(base64(...bytes))).toEqual({ mediaType: 'image/png', width: 9000, height: 10 });
  });

  it('reads the size of a GIF', () => {
    expect(readImageHeader(base64(...ascii('GIF89a'), 0x40, 0x01, 0xf0, 0x00, 0, 0))).toEqual({
      mediaType: 'image/gif',
      width: 320,
      height: 240,
    });
  });

  it('reads the size of each kind of WebP', () => {
    const riff = (...rest: number[]): string => base64(...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...rest);
    expect(readImageHeader(riff(...ascii('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x1f, 0, 0x09, 0, 0))).toEqual({
      mediaType: 'image/webp',
      width: 8000,
      height: 10,
    });
    expect(
      readImageHeader(riff(...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00)),
    ).toEqual({ mediaType: 'image/webp', width: 320, height: 240 });
    expect(readImageHeader(riff(...ascii('VP8L'), 0, 0, 0, 0, 0x2f, 0x3f, 0x41, 0x3b, 0x00))).toEqual({
      mediaType: 'image/webp',
      width: 320,
      height: 238,
    });
  });

  it('finds the frame of a JPEG behind other segments', () => {
    const bytes = [
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 3, 0,
      0,
    ];
    expect(readImageHeader(base64(...bytes))).toEqual({ mediaType: 'image/jpeg', width: 512, height: 256 });
  });

  it('says the format where the size is further back', () => {
    expect(readImageHeader(base64(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0))).toEqual({ mediaType: 'image/jpeg' });
  });

  it('knows nothing of anything else', () => {
    for (const data of ['', 'AAAA', '%%%', 'iVBO', base64(...ascii('<svg>'))]) expect(readImageHeader(data)).toBeNull();
  });
});
