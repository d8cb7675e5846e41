export const TEXT_FACE = "Archivo, 'Noto Sans CJK SC', 'PingFang SC', system-ui, sans-serif";
export const MONO_FACE = "'Martian Mono', 'Noto Sans Mono CJK SC', ui-monospace, monospace";

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text for XML: markup is quoted, and what XML cannot hold (control characters, lone surrogates) is replaced. */
export function escapeXml(value: string): string {
  let out = '';
  for (const char of value) out += ENTITIES.get(char) ?? (isXmlChar(char.codePointAt(0) ?? 0) ? char : '\uFFFD');
  return out;
}

/** XML 1.0 §2.2, production Char. */
function isXmlChar(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

export interface RectLook {
  fill?: string;
  stroke?: string;
  dash?: string;
  opacity?: number;
  radius?: number;
}

export function rect(x: number, y: number, width: number, height: number, look: RectLook): string {
  const stroke = look.stroke ? ` stroke="${look.stroke}"` : '';
  const dash = look.dash ? ` stroke-dasharray="${look.dash}"` : '';
  const opacity = look.opacity === undefined ? '' : ` opacity="${look.opacity}"`;
  const radius = look.radius ? ` rx="${look.radius}"` : '';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${look.fill ?? 'none'}"${stroke}${dash}${opacity}${radius}/>`;
}

export interface TextLook {
  fill: string;
  mono?: boolean;
  size?: number;
  weight?: number;
  anchor?: 'end';
  struck?: boolean;
}

/** One line of text whose middle is at `y`. */
export function text(x: number, y: number, value: string, look: TextLook): string {
  if (value === '') return '';
  const size = look.size ?? 13;
  const face = look.mono ? ` font-family="${MONO_FACE}"` : '';
  const weight = look.weight ? ` font-weight="${look.weight}"` : '';
  const anchor = look.anchor ? ` text-anchor="${look.anchor}"` : '';
  const struck = look.struck ? ' text-decoration="line-through"' : '';
  return `<text x="${x}" y="${Math.round((y + size * 0.36) * 10) / 10}" font-size="${size}" fill="${look.fill}"${face}${weight}${anchor}${struck} xml:space="preserve">${escapeXml(value)}</text>`;
}
