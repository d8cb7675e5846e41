import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { editProblems } from '../../../shared/view/inspect-markers.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { EditorMarker } from '../../ui/monaco/editor-types.ts';
import { markerOf } from './edit-markers.ts';
import type { DraftHandle } from './use-draft.ts';

const WAIT_MS = 150;

export interface EditMarkers {
  markers: readonly EditorMarker[];
  /** Places of errors in other parts of the request. */
  elsewhere: readonly string[];
}

const NONE: EditMarkers = { markers: [], elsewhere: [] };

/** What the linter says about the request with this draft in it; follows the typing with a short delay. */
export function useEditMarkers(view: PathView, draft: DraftHandle): EditMarkers {
  const t = useTranslations('inspector.edit');
  const language = useLocale();
  const [found, setFound] = useState(NONE);
  const { target, text, isError, keep } = draft;
  useEffect(() => {
    const judge = (): void => {
      const { here, elsewhere } = editProblems(view, target, { text, isError, keep, asText: false });
      const markers = here.map((placed) => markerOf(placed, language, (title) => t('fixHere', { title })));
      setFound({ markers, elsewhere: elsewhere.map((problem) => problem.path) });
    };
    const timer = setTimeout(judge, WAIT_MS);
    return () => clearTimeout(timer);
  }, [view, target, text, isError, keep, language, t]);
  return found;
}
