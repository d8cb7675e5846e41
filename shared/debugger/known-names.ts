import type { KnownName } from '../expression/known-names.ts';
import { schemaMembers } from '../expression/schema-names.ts';
import { KNOWN_STOP_REASONS, type ToolDefinition } from '../messages/types.ts';
import { globMatches } from '../scripted/glob.ts';
import { SCOPE_NAMES } from './scope.ts';

/** Members that the API gives to `usage`. */
const USAGE = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];

/** The names of every condition and log message. */
export const CONDITION_NAMES: readonly string[] = SCOPE_NAMES.map((each) => each.name);

/**
 * The names of conditions with what is known of them from a request: the tools' names as values of `tool`, and the
 * properties of their input schemas as members of `input`. `glob` narrows it to the tools a breakpoint watches.
 */
export function knownNames(tools: readonly ToolDefinition[], glob = '*'): KnownName[] {
  const watched = tools.filter((tool) => globMatches(glob, String(tool.name ?? '')));
  const input = schemaMembers(watched.map((tool) => tool.input_schema));
  return SCOPE_NAMES.map(({ name, type }): KnownName => {
    switch (name) {
      case 'tool':
        return { name, type, values: toolNames(tools) };
      case 'input':
        return { name, type, members: input };
      case 'calls':
        return { name, type, values: toolNames(tools), members: [{ name: 'length', type: 'number' }] };
      case 'usage':
        return { name, type, members: USAGE.map((member) => ({ name: member, type: 'number' })) };
      case 'stop':
        return { name, type, values: ['request', 'response', 'tools', 'results'] };
      case 'stop_reason':
        return { name, type, values: KNOWN_STOP_REASONS };
      default:
        return { name, type };
    }
  });
}

/** The names of the tools of a request; those without a name are left out. */
export function toolNames(tools: readonly ToolDefinition[]): string[] {
  return [...new Set(tools.flatMap((tool) => (typeof tool.name === 'string' ? [tool.name] : [])))];
}
