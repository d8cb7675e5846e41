import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SetupChange, SetupReply } from '../../../shared/api/contract.ts';
import { getSetup, putSetup } from '../../api/client.ts';
import { holder } from '../../api/transport.ts';
import { showToast } from '../../store/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Labelled, PanelSection } from '../../ui/PanelSection.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** The key and the address of the real model: what a page without a server cannot use. */
export function ConnectionForm() {
  const t = useTranslations('rail.connection');
  if (holder() === 'server') return <ServerConnection />;
  return (
    <PanelSection title={t('title')}>
      <p className="text-ink-2">{t('needsServer')}</p>
    </PanelSection>
  );
}

/** The key's value never comes back from the server. */
function ServerConnection() {
  const t = useTranslations('rail.connection');
  const [setup, setSetup] = useState<SetupReply | null>(null);
  const [key, setKey] = useState('');
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    getSetup().then(setSetup, (error: Error) => showToast({ role: 'alert', text: error.message }));
  }, []);
  const save = async (change: SetupChange): Promise<void> => {
    try {
      setSetup(await putSetup(change));
      setKey('');
      setUrl(null);
      showToast({ role: 'log', text: t('saved') });
    } catch (error) {
      showToast({ role: 'alert', text: t('failed', { reason: (error as Error).message }) });
    }
  };
  const address = url ?? setup?.baseUrl.value ?? '';
  const change = changeOf(key, url, setup);
  const badUrl = /^https?:\/\//.test(address) ? null : t('badUrl');
  return (
    <PanelSection title={t('title')} note={t('keyHeld')}>
      <form
        className="flex flex-col gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (change && !badUrl) void save(change);
        }}
      >
        <Labelled label={t('key')} aside={<KeyState setup={setup} onForget={() => void save({ apiKey: '' })} />}>
          <TextField label={t('key')} type="password" value={key} onChange={setKey} mono autoComplete="new-password" />
        </Labelled>
        <Labelled
          label={t('baseUrl')}
          aside={setup && <span className="text-label text-ink-2">{t(`source.${setup.baseUrl.source}`)}</span>}
        >
          <TextField
            label={t('baseUrl')}
            type="url"
            value={address}
            onChange={setUrl}
            mono
            invalid={setup !== null && badUrl !== null}
          />
        </Labelled>
        <p className="text-label text-ink-2">{t('baseUrlNote')}</p>
        <Button type="submit" className="self-start" disabledReason={change ? badUrl : t('unchanged')}>
          {t('save')}
        </Button>
      </form>
    </PanelSection>
  );
}

/** Only what was typed travels: an untouched address must not count as a new one, which would forget the key. */
function changeOf(key: string, url: string | null, setup: SetupReply | null): SetupChange | null {
  const change: SetupChange = {
    ...(key.trim() === '' ? {} : { apiKey: key.trim() }),
    ...(url === null || url === setup?.baseUrl.value ? {} : { baseUrl: url.trim() }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function KeyState({ setup, onForget }: { setup: SetupReply | null; onForget(): void }) {
  const t = useTranslations('rail.connection');
  if (!setup) return null;
  if (!setup.key.present) return <span className="text-label text-ink-2">{t('keyNone')}</span>;
  if (setup.key.source === 'env') return <span className="text-label text-ink-2">{t('keyEnv')}</span>;
  return (
    <span className="flex items-center gap-2 text-label text-ink-2">
      {t('keyTyped')}
      <Button small onClick={onForget}>
        {t('forget')}
      </Button>
    </span>
  );
}
