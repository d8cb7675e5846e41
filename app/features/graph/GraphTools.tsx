import { ImageDown, List, LocateFixed, Maximize, Workflow } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import { setFollow, setList, useSelection } from '../../store/selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { TabTools } from '../../ui/TabTools.tsx';

/** The graph's own tools at the right end of the tab row. */
export function GraphTools(props: { model: GraphModel; onFit(): void }) {
  const { model, onFit } = props;
  const t = useTranslations('graph');
  const follow = useSelection((selection) => selection.follow);
  const list = useSelection((selection) => selection.list);
  return (
    <TabTools>
      {!list && <IconButton label={t('fit')} icon={<Maximize size={16} aria-hidden />} onClick={onFit} />}
      <Menu
        align="end"
        trigger={<IconButton label={t('picture')} icon={<ImageDown size={16} aria-hidden />} />}
        entries={[
          { id: 'copy', label: t('copy'), onSelect: () => void picture('copyPicture', model) },
          { id: 'png', label: t('savePng'), onSelect: () => void picture('savePng', model) },
          { id: 'svg', label: t('saveSvg'), onSelect: () => void picture('saveSvg', model) },
        ]}
      />
      <button
        type="button"
        aria-pressed={follow}
        title={t('followNote')}
        className={classNames('g-follow', follow && 'g-follow-on')}
        onClick={() => setFollow(!follow)}
      >
        <LocateFixed size={15} aria-hidden />
        {t('follow')}
      </button>
      <IconButton
        label={list ? t('graph') : t('list')}
        keys="l"
        icon={list ? <Workflow size={16} aria-hidden /> : <List size={16} aria-hidden />}
        onClick={() => setList(!list)}
      />
    </TabTools>
  );
}

/** Drawing the picture by itself is loaded when it is asked for. */
async function picture(what: 'copyPicture' | 'savePng' | 'saveSvg', model: GraphModel): Promise<void> {
  const made = await import('./picture.ts');
  await made[what](model);
}
