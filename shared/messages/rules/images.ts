import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import { asOurImage, isForeignImage } from '../image-forms.ts';
import { readImageHeader, type ImageHeader } from '../image-header.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { quoted } from '../strings.ts';
import { apiText, concernedIds, deepBlocks, textBlock } from './kit.ts';

/**
 * Pictures: size in bytes and pixels, number, format. Limits: platform.claude.com/docs, "Vision"; the byte limit was
 * 5 MB and is reported as 10 MB since 2026, of the base64 text.
 */
const MAX_BYTES = 10 * 1024 * 1024;
const OLDER_MAX_BYTES = 5 * 1024 * 1024;
const MAX_SIDE = 8000;
const MANY_IMAGES = 20;
const MAX_SIDE_OF_MANY = 2000;
const MAX_IMAGES = 600;
const MAX_IMAGES_SMALL_WINDOW = 100;
const FORMATS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

interface Picture {
  at: Path;
  outer: BlockView;
  block: Record<string, unknown>;
  source: Record<string, unknown>;
  /** The base64 text; null for pictures by address or file id. */
  data: string | null;
}

const cache = new WeakMap<LintContext, Picture[]>();

function pictures(context: LintContext): readonly Picture[] {
  const known = cache.get(context);
  if (known) return known;
  const found: Picture[] = [];
  for (const { block, at, outer } of deepBlocks(context)) {
    if (block['type'] !== 'image' || !isRecord(block['source'])) continue;
    const { source } = block;
    const data = source['type'] === 'base64' && typeof source['data'] === 'string' ? source['data'] : null;
    found.push({ at, outer, block, source, data });
  }
  cache.set(context, found);
  return found;
}

/** Headers by their text: the same screenshot is often sent many times. */
const headers = new Map<string, ImageHeader | null>();

function headerOf(data: string): ImageHeader | null {
  const key = data.length > 4096 ? `${data.length} ${data.slice(0, 4096)}` : data;
  const known = headers.get(key);
  if (known !== undefined) return known;
  if (headers.size > 500) headers.clear();
  const header = readImageHeader(data);
  headers.set(key, header);
  return header;
}

/** A note in the place of a picture that cannot be sent; its cache mark stays. */
function note(picture: Picture, why: string): Record<string, unknown> {
  const mark = picture.block['cache_control'];
  return {
    ...textBlock(`[An image stood here. It was left out: ${why}.]`),
    ...(isRecord(mark) ? { cache_control: mark } : {}),
  };
}

function replaceByNote(_context: LintContext, findings: readonly Finding[]): Edit[] {
  return findings.map(({ data }) => {
    const { picture, why } = data as { picture: Picture; why: string };
    return { path: picture.at, value: note(picture, why) };
  });
}

/** A result of an MCP tool that was passed on as it came. */
export const imageForeignForm: Rule = {
  id: 'image-foreign-form',
  title: { en: 'An image in the form of MCP', 'zh-CN': '图片是 MCP 的格式' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { block, at, outer } of deepBlocks(context)) {
      if (!isForeignImage(block)) continue;
      yield {
        at: [...at, 'source'],
        message:
          'An image has a source: {type: "base64", media_type, data}; this one is written as MCP tools return it.',
        api: apiText(context, [...at, 'source'], 'Field required'),
        ...concernedIds(outer),
        data: asOurImage(block),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at.slice(0, -1), value: data })),
};

/** Yeachan-Heo/gajae-code#934, anthropics/claude-code#17598. */
export const imageTooLarge: Rule = {
  id: 'image-too-large',
  title: { en: 'An image is too large', 'zh-CN': '图片过大' },
  severity: 'error',
  stage: 'size',
  *check(context): Iterable<Finding> {
    for (const picture of pictures(context)) {
      const bytes = picture.data?.length ?? 0;
      if (bytes <= OLDER_MAX_BYTES) continue;
      const over = bytes > MAX_BYTES;
      const limit = over ? MAX_BYTES : OLDER_MAX_BYTES;
      const source: Path = [...picture.at, 'source', 'data'];
      yield {
        at: source,
        severity: over ? 'error' : 'warning',
        message: over
          ? `This image takes ${bytes} bytes as base64; ${MAX_BYTES} are allowed. Scale it down before it is stored.`
          : `This image takes ${bytes} bytes as base64. Some endpoints allow ${OLDER_MAX_BYTES} only.`,
        api: over
          ? `${apiText(context, source, '').replace(/\.data: $/, ': ')}image exceeds ${limit / 1024 / 1024} MB maximum: ${bytes} bytes > ${limit} bytes`
          : null,
        ...concernedIds(picture.outer),
        data: { picture, why: `${bytes} bytes are more than the ${limit} that are allowed` },
      };
    }
  },
  repair: replaceByNote,
};

export const imageDimensions: Rule = {
  id: 'image-dimensions',
  title: { en: 'An image has too many pixels', 'zh-CN': '图片像素尺寸过大' },
  severity: 'error',
  stage: 'size',
  *check(context): Iterable<Finding> {
    const all = pictures(context);
    const many = all.length > MANY_IMAGES;
    const limit = many ? MAX_SIDE_OF_MANY : MAX_SIDE;
    for (const picture of all) {
      const header = picture.data === null ? null : headerOf(picture.data);
      const side = Math.max(header?.width ?? 0, header?.height ?? 0);
      if (side <= limit) continue;
      const at: Path = [...picture.at, 'source', 'data'];
      yield {
        at,
        message: `This image measures ${header?.width} × ${header?.height} pixels; ${many ? `in a request with more than ${MANY_IMAGES} images ` : ''}no side may be longer than ${limit}.`,
        api: apiText(
          context,
          at,
          `At least one of the image dimensions exceed max allowed size${many ? ' for many-image requests' : ''}: ${limit} pixels`,
        ),
        ...concernedIds(picture.outer),
        data: {
          picture,
          why: `${header?.width} × ${header?.height} pixels are more than the ${limit} that a side may have`,
        },
      };
    }
  },
  repair: replaceByNote,
};

export const imageCount: Rule = {
  id: 'image-count',
  title: { en: 'Too many images', 'zh-CN': '图片过多' },
  severity: 'error',
  stage: 'size',
  *check(context): Iterable<Finding> {
    const all = pictures(context);
    const limit = context.profile && context.profile.contextWindow <= 200_000 ? MAX_IMAGES_SMALL_WINDOW : MAX_IMAGES;
    const first = all[limit];
    if (!first) return;
    yield {
      at: first.at,
      message: `The request holds ${all.length} images; ${limit} are allowed.`,
      api: null,
      assumed: true,
      fixable: false,
    };
  },
};

/** 1jehuang/jcode#465, anthropics/claude-code#35234: the declared type is checked against the first bytes. */
export const imageMediaType: Rule = {
  id: 'image-media-type',
  title: { en: 'An image is not what its media type says', 'zh-CN': '图片与声明的 media_type 不符' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const picture of pictures(context)) {
      const { source, data, at } = picture;
      if (data === null) continue;
      const type = source['media_type'];
      const place: Path = [...at, 'source', 'media_type'];
      const real = headerOf(data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data)?.mediaType;
      const known = typeof type === 'string' && FORMATS.includes(type);
      const better = real ?? (type === 'image/jpg' ? 'image/jpeg' : undefined);
      if (!known) {
        yield {
          at: place,
          message: `${quoted(type ?? '')} is no media type of an image; there are png, jpeg, gif and webp.`,
          api: apiText(
            context,
            place,
            type === undefined
              ? 'Field required'
              : "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
          ),
          fixable: better !== undefined,
          data: better,
          ...concernedIds(picture.outer),
        };
      } else if (real && real !== type) {
        yield {
          at: place,
          message: `The image is declared as ${type} and is ${real}.`,
          api: `${apiText(context, [...at, 'source', 'data'], '').replace(/\.data: $/, ': ')}The image was specified using the ${type} media type, but the image appears to be a ${real} image`,
          data: real,
          ...concernedIds(picture.outer),
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};

const NOT_BASE64 = /[^A-Za-z0-9+/=\s]/;

/** A data URL where the bare base64 belongs. */
export const imageData: Rule = {
  id: 'image-data',
  title: { en: 'The data of an image is no base64', 'zh-CN': '图片数据不是 base64' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const picture of pictures(context)) {
      const { data, at, outer } = picture;
      if (data === null || (data !== '' && !NOT_BASE64.test(data))) continue;
      const place: Path = [...at, 'source', 'data'];
      const comma = data.startsWith('data:') ? data.indexOf(',') : -1;
      const bare = comma >= 0 ? data.slice(comma + 1) : '';
      yield {
        at: place,
        // Anything else that is no base64 is most likely a placeholder.
        severity: comma >= 0 ? 'error' : 'warning',
        message:
          comma >= 0
            ? 'The data of an image is plain base64, without "data:image/…;base64," before it.'
            : 'The data of this image is not base64.',
        api: comma >= 0 ? apiText(context, place, 'Invalid base64 data') : null,
        assumed: true,
        fixable: bare !== '' && !NOT_BASE64.test(bare),
        data: bare,
        ...concernedIds(outer),
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};
