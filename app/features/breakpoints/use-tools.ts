import type { ToolDefinition } from '../../../shared/messages/types.ts';
import { configById } from '../../../shared/session/tree.ts';
import { useNewestBranch } from '../../store/hooks.ts';
import { useSession } from '../../store/session-store.ts';

const NONE: readonly ToolDefinition[] = [];

/** The tools that the looked-at branch sends. */
export function useTools(): readonly ToolDefinition[] {
  const branch = useNewestBranch();
  const newest = useSession((session) => session.newest);
  const tools = newest && branch ? configById(newest, branch.config).body.tools : undefined;
  return Array.isArray(tools) ? tools : NONE;
}
