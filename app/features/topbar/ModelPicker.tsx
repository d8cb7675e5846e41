import { useTranslations } from 'use-intl';
import { configById } from '../../../shared/session/tree.ts';
import { useNewestBranch, useReplaying, useViewed, useViewedBranch } from '../../store/hooks.ts';
import { openRail } from '../../store/layout.ts';
import { modelList } from '../../store/model-list.ts';
import { refusalNow } from '../../commands/run-commands.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Select } from '../../ui/Select.tsx';

const OTHER = ' other';

/** The model of the next request. A change acts from the next request of the looked-at branch on. */
export function ModelPicker() {
  const t = useTranslations('commands');
  const past = useTranslations('state')('past');
  const viewed = useViewed();
  const branch = useViewedBranch();
  useNewestBranch();
  const replaying = useReplaying();
  if (!viewed || !branch) return null;
  const config = configById(viewed, branch.config);
  const { model } = config.body;
  const models = [...new Set([model, ...modelList()])];
  const choose = (value: string): void => {
    if (value === OTHER) return openRail('setup');
    const { body, endpoint, policy } = config;
    void sendCommand({ type: 'edit-config', config: { body: { ...body, model: value }, endpoint, policy } });
  };
  return (
    <Select
      label={t('model')}
      look="line"
      items={[
        ...models.map((value) => ({ value, label: value, mono: true })),
        { value: OTHER, label: t('modelOther'), note: config.endpoint === 'scripted' ? t('modelScripted') : '' },
      ]}
      value={model}
      onChange={choose}
      disabledReason={replaying ? past : refusalNow('edit-config')}
      shown={
        <>
          {model} <span className="font-text font-normal text-body">{t(config.endpoint)}</span>
        </>
      }
      className="shrink"
    />
  );
}
