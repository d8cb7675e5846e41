import { isRecord } from './blocks.ts';

/** An image as MCP tools return it (`{type, data, mimeType}`), not as this API takes it (`{type, source}`). */
export function isForeignImage(block: Record<string, unknown>): boolean {
  return block['type'] === 'image' && !isRecord(block['source']) && typeof block['data'] === 'string';
}

/** The same image as this API takes it. */
export function asOurImage(block: Record<string, unknown>): Record<string, unknown> {
  const { data, mimeType, media_type: mediaType, cache_control: mark } = block;
  const source = { type: 'base64', media_type: mimeType ?? mediaType ?? 'image/png', data };
  return { type: 'image', source, ...(isRecord(mark) ? { cache_control: mark } : {}) };
}
