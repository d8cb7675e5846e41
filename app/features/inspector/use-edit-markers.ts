import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { EditorMarker } from '../../ui/monaco/editor-types.ts';
import { editMarkers } from './edit-markers.ts';
import type { DraftHandle } from './use-draft.ts';

const WAIT_MS = 150;
const NONE: readonly EditorMarker[] = [];

/** What the linter says about the request with this draft in it; follows the typing with a short delay. */
export function useEditMarkers(view: PathView, draft: DraftHandle): readonly EditorMarker[] {
  const t = useTranslations('inspector.edit');
  const language = useLocale();
  const [markers, setMarkers] = useState<readonly EditorMarker[]>(NONE);
  const { target, text, isError, keep } = draft;
  useEffect(() => {
    const fixTitle = (title: string): string => t('fixHere', { title });
    const timer = setTimeout(
      () => setMarkers(editMarkers(view, target, { text, isError, keep, asText: false }, language, fixTitle)),
      WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, [view, target, text, isError, keep, language, t]);
  return markers;
}
