import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { openDialog, useLayout } from '../../store/layout.ts';
import { startSession } from '../../store/load-session.ts';
import { modelList } from '../../store/model-list.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { EXAMPLE_REQUEST } from './example-request.ts';
import { readRequest, type RequestFault } from './read-request.ts';

/** A session from a request that the person brings along. Its calls wait for results typed by hand. */
export function RequestDialog() {
  const t = useTranslations('rail.request');
  const open = useLayout((layout) => layout.dialog === 'request');
  return (
    <Dialog open={open} onClose={() => openDialog(null)} title={t('title')} wide>
      <RequestForm />
    </Dialog>
  );
}

function RequestForm() {
  const t = useTranslations('rail.request');
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const read = text.trim() === '' ? null : readRequest(text, modelList()[0] ?? '');
  const fault = useFaultText(read && !read.ok ? read.fault : null);
  const create = async (): Promise<void> => {
    if (!read?.ok) return;
    const name = title.trim() === '' ? {} : { title: title.trim() };
    const id = await startSession({ id: crypto.randomUUID(), request: read.request, endpoint: 'live', ...name });
    if (id) openDialog(null);
  };
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <p className="text-ink-2">{t('hint')}</p>
      <TextArea
        label={t('body')}
        value={text}
        onChange={setText}
        rows={14}
        mostLines={22}
        mono
        invalid={fault !== null}
        describedBy="request-fault"
      />
      <p id="request-fault" aria-live="polite" className="flex min-h-5 items-center gap-2 text-error">
        {fault && <SeverityGlyph severity="error" />}
        {fault}
      </p>
      <TextField label={t('sessionTitle')} placeholder={t('sessionTitle')} value={title} onChange={setTitle} />
      <p className="text-ink-2">{t('liveWarning')}</p>
      <div className="flex gap-2">
        <Button type="submit" look="solid" disabledReason={read?.ok ? null : (fault ?? t('noMessages'))}>
          {t('create')}
        </Button>
        <Button onClick={() => setText(EXAMPLE_REQUEST)}>{t('example')}</Button>
      </div>
    </form>
  );
}

function useFaultText(fault: RequestFault | null): string | null {
  const t = useTranslations('rail.request');
  if (!fault) return null;
  if (fault.code === 'badEntry') return t('badEntry', { index: String(fault.index) });
  if (fault.code === 'notJson')
    return t('notJson', { line: String(fault.fault.line), column: String(fault.fault.column) });
  return t(fault.code);
}
