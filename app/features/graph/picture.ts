import { graphSvg } from '../../../shared/view/graph-svg.ts';
import { DARK, LIGHT } from '../../../shared/view/graph-palette.ts';
import { turnSummary } from '../../../shared/view/graph-summary.ts';
import type { GraphModel, TurnNode } from '../../../shared/view/graph-types.ts';
import { translator } from '../../i18n/translator.ts';
import { useSession } from '../../store/session-store.ts';
import { useTheme } from '../../store/theme.ts';
import { showToast } from '../../store/toasts.ts';

/** Twice the size on the page, as long as the browser can hold the picture. */
const SCALE = 2;
const MOST_PX = 30_000;

function svgOf(model: GraphModel): string {
  const { viewed } = useSession.getState();
  const palette = useTheme.getState().theme === 'dark' ? DARK : LIGHT;
  const { words } = model.space;
  const rowText = (node: TurnNode): string => {
    if (!viewed) return '';
    const { tool, about, result, stop } = turnSummary(viewed, node.messages, words);
    return [stop, tool, about, result].filter(Boolean).join('  ').slice(0, 140);
  };
  return graphSvg(model, { title: viewed?.record.title ?? '', palette, words, rowText });
}

async function pngOf(model: GraphModel): Promise<Blob> {
  const height = Math.ceil(model.height) + 46;
  if (height > MOST_PX) throw new TooLarge(height);
  const scale = height * SCALE > MOST_PX ? 1 : SCALE;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(model))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

class TooLarge extends Error {
  readonly height: number;
  constructor(height: number) {
    super(`${height} px`);
    this.height = height;
  }
}

function complain(error: unknown): void {
  const t = translator('graph');
  const text =
    error instanceof TooLarge
      ? t('tooLarge', { height: error.height })
      : t('copyFailed', { reason: (error as Error).message });
  showToast({ role: 'alert', text });
}

/** Puts the graph into the clipboard as a PNG. */
export async function copyPicture(model: GraphModel): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(model) })]);
    showToast({ role: 'log', text: translator('graph')('copied') });
  } catch (error) {
    complain(error);
  }
}

export async function savePng(model: GraphModel): Promise<void> {
  try {
    save(await pngOf(model), 'png');
  } catch (error) {
    complain(error);
  }
}

export function saveSvg(model: GraphModel): void {
  save(new Blob([svgOf(model)], { type: 'image/svg+xml' }), 'svg');
}

function save(blob: Blob, ending: string): void {
  const title = useSession.getState().viewed?.record.title ?? 'loop';
  const name =
    title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'loop';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
