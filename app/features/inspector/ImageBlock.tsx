import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useSize } from './use-duration.ts';

/** Raster types only: an SVG may carry script and addresses. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const SHOWN_AT_ONCE = 200_000;

/** An image that travels inside the message. One at an address is named and never loaded. */
export function ImageBlock({ source }: { source: Record<string, unknown> }) {
  const t = useTranslations('inspector.block');
  const size = useSize();
  const [asked, setAsked] = useState(false);
  const { type, media_type: mediaType, data, url } = source;
  if (type === 'url') {
    return (
      <p className="text-ink-2">
        {t('remoteImage')} <span className="mono text-code [overflow-wrap:anywhere]">{String(url)}</span>
      </p>
    );
  }
  if (type !== 'base64' || typeof data !== 'string' || typeof mediaType !== 'string' || !TYPES.has(mediaType)) {
    return <p className="text-ink-2">{t('unknownImage')}</p>;
  }
  const words = t('image', { type: mediaType, size: size(Math.round((data.length * 3) / 4)) });
  const shown = asked || data.length <= SHOWN_AT_ONCE;
  return (
    <figure>
      {shown ? (
        <img
          src={`data:${mediaType};base64,${data}`}
          alt={words}
          className="max-h-64 max-w-full border border-hairline"
        />
      ) : (
        <Button small onClick={() => setAsked(true)}>
          {t('showImage')}
        </Button>
      )}
      <figcaption className="mt-1 text-label text-ink-2">{words}</figcaption>
    </figure>
  );
}
