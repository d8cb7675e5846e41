import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isRecord } from '../../../shared/messages/blocks.ts';
import { readJson } from '../../../shared/view/inspect-json-text.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Labelled } from '../../ui/PanelSection.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { type ConfigDraft, toolsText } from './config-draft.ts';
import type { ConfigEditing } from './use-config-draft.ts';

/** The `tools` list, one row per tool; each opens as JSON, or all at once. */
export function ToolsField({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const { tools } = editing.draft;
  const set = (next: ConfigDraft['tools']): void => editing.change({ tools: next });
  const asList = tools.kind === 'list' ? null : listOf(tools.text);
  return (
    <Labelled
      label={t('tools')}
      aside={
        tools.kind === 'list' ? (
          <Button small look="quiet" onClick={() => set({ kind: 'json', text: toolsText(tools) })}>
            {t('toolsAsJson')}
          </Button>
        ) : (
          <Button
            small
            look="quiet"
            disabledReason={asList ? null : t('badJson', { field: 'tools', reason: t('needsArray') })}
            onClick={() => asList && set({ kind: 'list', items: asList })}
          >
            {t('toolsAsList')}
          </Button>
        )
      }
    >
      {tools.kind === 'json' ? (
        <TextArea
          label={t('toolsJson')}
          value={tools.text}
          onChange={(text) => set({ kind: 'json', text })}
          rows={8}
          mostLines={24}
          mono
        />
      ) : (
        <ToolList items={tools.items} onChange={(items) => set({ kind: 'list', items })} />
      )}
    </Labelled>
  );
}

function listOf(text: string): string[] | null {
  const read = readJson(text);
  return read.ok && Array.isArray(read.value) ? read.value.map((tool) => JSON.stringify(tool, null, 2)) : null;
}

const NEW_TOOL = JSON.stringify(
  { name: 'new_tool', description: '', input_schema: { type: 'object', properties: {} } },
  null,
  2,
);

function ToolList(props: { items: readonly string[]; onChange(items: string[]): void }) {
  const t = useTranslations('rail.config');
  const [open, setOpen] = useState<number | null>(null);
  const change = (index: number, text: string): void =>
    props.onChange(props.items.map((item, at) => (at === index ? text : item)));
  const remove = (index: number): void => {
    setOpen(null);
    props.onChange(props.items.filter((_, at) => at !== index));
  };
  return (
    <>
      {props.items.length === 0 && <p className="text-ink-2">{t('noTools')}</p>}
      <ul className="border-t border-hairline empty:hidden">
        {props.items.map((item, index) => (
          <li key={index} className="border-b border-hairline">
            <ToolHead
              text={item}
              open={open === index}
              onToggle={() => setOpen(open === index ? null : index)}
              onRemove={() => remove(index)}
            />
            {open === index && (
              <div className="pb-2">
                <TextArea
                  label={t('toolJson', { name: toolName(item) })}
                  value={item}
                  onChange={(text) => change(index, text)}
                  rows={6}
                  mostLines={20}
                  mono
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Button
        small
        className="self-start"
        icon={<Plus size={13} aria-hidden />}
        onClick={() => {
          props.onChange([...props.items, NEW_TOOL]);
          setOpen(props.items.length);
        }}
      >
        {t('addTool')}
      </Button>
    </>
  );
}

function ToolHead(props: { text: string; open: boolean; onToggle(): void; onRemove(): void }) {
  const t = useTranslations('rail.config');
  const name = toolName(props.text);
  const Arrow = props.open ? ChevronDown : ChevronRight;
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-expanded={props.open}
        onClick={props.onToggle}
        className="ring-inside flex min-h-7 min-w-0 flex-1 items-center gap-1.5 text-left"
      >
        <Arrow size={14} aria-hidden />
        <span className="mono shrink-0 text-code font-semibold">{name}</span>
        <span className="truncate text-ink-2">{toolNote(props.text)}</span>
      </button>
      <IconButton small label={t('removeTool', { name })} icon={<X size={14} aria-hidden />} onClick={props.onRemove} />
    </div>
  );
}

function member(text: string, key: string): string | null {
  const read = readJson(text);
  const value = read.ok && isRecord(read.value) ? read.value[key] : null;
  return typeof value === 'string' ? value : null;
}

function toolName(text: string): string {
  return member(text, 'name') ?? member(text, 'type') ?? '?';
}

function toolNote(text: string): string {
  return member(text, 'description')?.split('\n')[0] ?? '';
}
