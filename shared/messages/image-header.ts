/** What the first bytes of a picture say: its real format and its size in pixels. */

export interface ImageHeader {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Pixels; absent where the header was not found in what was read. */
  width?: number;
  height?: number;
}

/** Enough for every header but a JPEG behind a very large EXIF block. */
const READ_CHARACTERS = 128 * 1024;

/**
 * Reads the header of a base64 picture; null when it is none of the four formats (or no base64). Looks at the first
 * 96 KB only, so the size of the picture does not matter.
 */
export function readImageHeader(base64: string): ImageHeader | null {
  const bytes = decodeStart(base64);
  if (!bytes) return null;
  return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
}

function decodeStart(base64: string): Uint8Array | null {
  const start = base64.slice(0, READ_CHARACTERS).replaceAll(/[^A-Za-z0-9+/]/g, '');
  try {
    const binary = atob(start.slice(0, start.length - (start.length % 4)));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  return (
    bytes.length >= offset + text.length &&
    [...text].every((character, index) => bytes[offset + index] === character.charCodeAt(0))
  );
}

/** Big-endian number; 0 past the end. */
function big(bytes: Uint8Array, offset: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index += 1) value = value * 256 + (bytes[offset + index] ?? 0);
  return value;
}

function little(bytes: Uint8Array, offset: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index -= 1) value = value * 256 + (bytes[offset + index] ?? 0);
  return value;
}

function png(bytes: Uint8Array): ImageHeader | null {
  if (!startsWith(bytes, 0, '\u0089PNG\r\n\u001A\n')) return null;
  if (!startsWith(bytes, 12, 'IHDR')) return { mediaType: 'image/png' };
  return { mediaType: 'image/png', width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
}

function gif(bytes: Uint8Array): ImageHeader | null {
  if (!startsWith(bytes, 0, 'GIF87a') && !startsWith(bytes, 0, 'GIF89a')) return null;
  return { mediaType: 'image/gif', width: little(bytes, 6, 2), height: little(bytes, 8, 2) };
}

/** RIFF container with one of three kinds of chunk (developers.google.com/speed/webp/docs/riff_container). */
function webp(bytes: Uint8Array): ImageHeader | null {
  if (!startsWith(bytes, 0, 'RIFF') || !startsWith(bytes, 8, 'WEBP')) return null;
  const mediaType = 'image/webp';
  if (startsWith(bytes, 12, 'VP8X'))
    return { mediaType, width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = little(bytes, 21, 4);
    return { mediaType, width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
  }
  if (startsWith(bytes, 12, 'VP8 '))
    return { mediaType, width: little(bytes, 26, 2) % 0x4000, height: little(bytes, 28, 2) % 0x4000 };
  return { mediaType };
}

/** Markers that begin a frame: C0 to CF without the tables C4, C8, CC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function jpeg(bytes: Uint8Array): ImageHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null;
  let offset = 2;
  while (offset + 9 < bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (isFrame(marker))
      return { mediaType: 'image/jpeg', width: big(bytes, offset + 7, 2), height: big(bytes, offset + 5, 2) };
    // A filler byte, or a segment with its length behind the marker.
    offset += marker === 0xff ? 1 : 2 + big(bytes, offset + 2, 2);
  }
  return { mediaType: 'image/jpeg' };
}
