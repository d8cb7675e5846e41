import { useState } from 'react';
import type { Config } from '../../../shared/session/state.ts';
import { sendCommand } from '../../store/send-command.ts';
import { changedFields, type ConfigDraft, configOf, draftOf, type DraftVerdict } from './config-draft.ts';

export interface ConfigEditing {
  draft: ConfigDraft;
  change(part: Partial<ConfigDraft>): void;
  changed: number;
  verdict: DraftVerdict;
  apply(): Promise<void>;
  discard(): void;
}

/**
 * The form's text over a configuration. Another configuration (undo, another tab, another branch) replaces an
 * untouched form; one that is being edited keeps its text.
 */
export function useConfigDraft(config: Config): ConfigEditing {
  const [edited, setEdited] = useState<{ draft: ConfigDraft; base: Config } | null>(null);
  const base = edited?.base ?? config;
  const draft = edited?.draft ?? draftOf(config);
  const verdict = configOf(draft, base);
  const changed = edited ? changedFields(draft, base).length : 0;
  return {
    draft,
    changed,
    verdict,
    change: (part) => setEdited({ draft: { ...draft, ...part }, base }),
    discard: () => setEdited(null),
    apply: async () => {
      if (!verdict.ok) return;
      const { body, endpoint, policy } = verdict.config;
      const result = await sendCommand({ type: 'edit-config', config: { body, endpoint, policy } });
      if (result.ok) setEdited(null);
    },
  };
}
