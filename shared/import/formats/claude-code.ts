import { isRecord } from '../../messages/blocks.ts';
import { SessionReader } from '../claude-code/read-session.ts';
import { isCcRow } from '../claude-code/rows.ts';
import { share } from '../detect.ts';
import type { AgentLink, Importer } from '../importer.ts';
import { listAt, stringAt } from '../transcript.ts';

/** Claude Code: session files of all generations, files of sub-agents, and the export of the web version. */
export const claudeCodeImporter: Importer = {
  id: 'claude-code',
  label: 'Claude Code session',
  detect(sample) {
    if (isWebExport(sample.document) || agentOf(sample.name, sample.document)) return 0.97;
    const rows = share(sample.rows, isCcRow);
    return rows > 0.3 ? 0.7 + 0.29 * rows : 0;
  },
  async read(input) {
    const reader = new SessionReader('claude-code', input.name, input.sink);
    const links: AgentLink[] = [];
    for await (const { value, ref } of input.rows()) {
      const link = agentOf(input.name, value);
      if (link) {
        links.push(link);
        input.sink.count('agent', 'meta');
      } else if (!isWebExport(value)) {
        reader.add(value, ref);
      } else {
        const lines = listAt(value, 'loglines');
        input.sink.seen += lines.length - 1;
        for (const line of lines) reader.add(line, ref);
      }
    }
    const { conversations, links: own = [] } = reader.result();
    return { conversations, links: [...links, ...own] };
  },
};

/** `agent-<id>.meta.json` beside an agent's file says which call opened it. */
function agentOf(name: string, value: unknown): AgentLink | null {
  const agentId = /agent-([\w-]+)\.meta\.json$/.exec(name)?.[1];
  const toolUseId = stringAt(value, 'toolUseId', 'tool_use_id');
  return agentId === undefined || toolUseId === null ? null : { agentId, toolUseId };
}

function isWebExport(value: unknown): boolean {
  const lines = listAt(value, 'loglines');
  return lines.some((line) => isRecord(line) && isRecord(line.message) && stringAt(line, 'type') !== null);
}
