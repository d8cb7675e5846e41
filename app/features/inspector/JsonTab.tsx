import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import { spanOf } from '../../../shared/view/inspect-json-text.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { Subject } from '../../../shared/view/inspect-subject.ts';
import { cutText } from '../../../shared/view/inspect-text.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeEditor } from '../../ui/monaco/CodeEditor.tsx';
import type { EditorSchema } from '../../ui/monaco/editor-types.ts';
import { ApplyButton } from './ApplyButton.tsx';
import { Conflict, FaultText, useApply, useEditBlock } from './DraftActions.tsx';
import { EditEffect } from './EditEffect.tsx';
import { ErrorSwitch } from './ErrorSwitch.tsx';
import { OrphanDrafts } from './OrphanDrafts.tsx';
import { ReadOnlyJson } from './ReadOnlyJson.tsx';
import { LongText } from './LongText.tsx';
import { toolOf, useEditorName } from './subject-names.ts';
import { useDraft, type DraftHandle } from './use-draft.ts';
import { useSize } from './use-duration.ts';
import { type EditMarkers, useEditMarkers } from './use-edit-markers.ts';

/** Larger texts lock the page when they are edited in it (what-users-want, Monaco facts). */
const EDITABLE_UNITS = 512 * 1024;

/** The subject as JSON: an editor where it can be changed, else to read. */
export function JsonTab(props: { view: PathView; subject: Subject; target: EditTarget | null }) {
  const { view, subject, target } = props;
  const name = useEditorName(view, target);
  const draft = useDraft(view, target, name);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <OrphanDrafts view={view} />
      {draft === null ? (
        <ReadOnlyJson subject={subject} />
      ) : draft.text.length > EDITABLE_UNITS ? (
        <LargeText text={draft.text} name={name} />
      ) : (
        <Editing
          key={`${draft.target.kind} ${name} ${placeKey(subject)}`}
          view={view}
          subject={subject}
          draft={draft}
        />
      )}
    </div>
  );
}

function Editing({ view, subject, draft }: { view: PathView; subject: Subject; draft: DraftHandle }) {
  const t = useTranslations('inspector.edit');
  const block = useEditBlock(draft);
  const { markers, elsewhere } = useEditMarkers(view, draft);
  const { fault, apply } = useApply(draft);
  const outcome = draft.outcome();
  const valid = outcome.ok || outcome.fault.code === 'unchanged';
  // Where to begin, not where to stay: typing must not move the view.
  const [reveal] = useState(() => revealOf(subject, draft.text));
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-hairline px-4">
        <span className="mono min-w-0 truncate text-code font-semibold">{draft.name}</span>
        <span className="ml-auto shrink-0 text-label text-ink-2">
          {block === null ? <ProblemCount markers={markers} elsewhere={elsewhere} valid={valid} /> : t('readOnly')}
        </span>
      </div>
      <div className="min-h-0 flex-1">
        <CodeEditor
          name={draft.name}
          value={draft.text}
          base={draft.before.text}
          language={draft.before.language}
          schema={schemaOf(draft)}
          readOnly={block !== null}
          markers={markers}
          reveal={reveal}
          onChange={(text) => draft.change({ text })}
          onSubmit={() => void apply(false)}
          loading={t('loading')}
          plain={t('plain')}
        />
      </div>
      {draft.dirty && (
        <div className="max-h-[38%] shrink-0 overflow-y-auto border-t border-hairline">
          <EditEffect view={view} target={draft.target} draft={draft} />
        </div>
      )}
      <div className="flex shrink-0 flex-col gap-2.5 border-t border-hairline px-4 py-3 empty:hidden">
        {block !== null && <p className="text-ink-2">{block}</p>}
        {draft.target.kind === 'result' && (
          <ErrorSwitch draft={draft} tool={toolOf(view, draft.target)} disabled={block !== null} />
        )}
        <KeepChoice view={view} draft={draft} />
        {draft.conflict && <Conflict draft={draft} />}
        {fault !== null && <FaultText fault={fault} />}
        {fault?.code === 'syntax' && draft.target.kind === 'result' && <p className="text-ink-2">{t('syntaxHint')}</p>}
        <div className="flex flex-wrap gap-2">
          <ApplyButton
            ready={draft.dirty}
            disabledReason={block ?? (draft.dirty || needsText(view, draft) ? null : t('fault.unchanged'))}
            onClick={() => void apply(false)}
          />
          <Button disabledReason={draft.dirty ? null : t('fault.unchanged')} onClick={draft.discard}>
            {t('discard')}
          </Button>
          {fault?.code === 'syntax' && draft.target.kind === 'result' && (
            <Button look="quiet" onClick={() => void apply(true)}>
              {t('asText')}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** A call that waits may be answered with the empty text it shows. */
function needsText(view: PathView, draft: DraftHandle): boolean {
  const { target } = draft;
  return target.kind === 'result' && view.open.some((call) => call.id === target.call && call.result === null);
}

function schemaOf(draft: DraftHandle): EditorSchema {
  const { kind } = draft.target;
  if (kind === 'message' || kind === 'messages') return kind;
  const blocks = kind === 'result' && draft.before.text.trimStart().startsWith('[') && draft.before.language === 'json';
  return blocks ? 'blocks' : null;
}

/** With one block picked, the editor opens at that block. */
function revealOf(subject: Subject, text: string): { offset: number; length: number } | null {
  if (subject.kind === 'block') return spanOf(text, ['content', String(subject.at)]);
  if (subject.kind !== 'pair' || subject.node === null) return null;
  const end = subject.face === 'result' ? subject.pair.answer : subject.pair.use;
  return end === null ? null : spanOf(text, ['content', String(end.block)]);
}

/** How many problems stand in this text, else whether another place of the request has one. */
function ProblemCount({ markers, elsewhere, valid }: EditMarkers & { valid: boolean }) {
  const t = useTranslations('inspector.edit');
  const count = markers.length;
  if (!valid) return <span className="font-semibold text-error">{t('notValid')}</span>;
  if (count === 0 && elsewhere.length > 0) {
    return (
      <span className="font-semibold text-error" title={elsewhere.join('\n')}>
        {t('problemsElsewhere', { path: elsewhere[0] ?? '' })}
      </span>
    );
  }
  return <span className={count > 0 ? 'font-semibold text-error' : ''}>{t('problemsHere', { count })}</span>;
}

/** What becomes of the messages behind an edited one. Asked only where there are any. */
function KeepChoice({ view, draft }: { view: PathView; draft: DraftHandle }) {
  const t = useTranslations('inspector.edit');
  if (draft.target.kind !== 'message') return null;
  const count = view.nodes.length - 1 - (view.indexOf.get(draft.target.node) ?? view.nodes.length);
  if (count <= 0) return null;
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        checked={draft.keep}
        onChange={(event) => draft.change({ keep: event.target.checked })}
        className="mt-px size-4 accent-ink"
      />
      <span>
        {t('keep', { count })} <span className="text-ink-2">{t('keepNote')}</span>
      </span>
    </label>
  );
}

function LargeText({ text, name }: { text: string; name: string }) {
  const t = useTranslations('inspector.edit');
  const size = useSize();
  const [all, setAll] = useState(false);
  const shown = all ? text : cutText(text, EDITABLE_UNITS).text;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <p>{t('tooLarge', { size: size(text.length), shown: size(shown.length) })}</p>
      {!all && (
        <Button small className="self-start" onClick={() => setAll(true)}>
          {t('showAllText')}
        </Button>
      )}
      <div className="min-h-0 flex-1 [&>div]:!h-full">
        <LongText text={shown} label={name} />
      </div>
    </div>
  );
}

/** Another block of the same message opens the editor there. */
function placeKey(subject: Subject): string {
  if (subject.kind === 'block') return String(subject.at);
  if (subject.kind !== 'pair' || subject.node === null) return '';
  return String((subject.face === 'result' ? subject.pair.answer : subject.pair.use)?.block ?? '');
}
