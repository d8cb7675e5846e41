import type { ContentBlock, RequestBody, StopReason, ToolDefinition } from '../../messages/types.ts';
import type {
  RepeatedResponseStep,
  ResponseStep,
  RuleCondition,
  Scenario,
  ScenarioRule,
  ScriptedResult,
  ScriptedResultCase,
  StreamPace,
  ValueTest,
} from '../../scripted/scenario-types.ts';

export type Language = 'en' | 'zh-CN';
export type Localized<T = string> = Record<Language, T>;

/** A built-in scenario: its names in every language, and its document in one. */
export interface ScenarioSource {
  id: string;
  title: Localized;
  about: Localized;
  build(language: Language): Omit<Scenario, 'id' | 'title' | 'about'>;
}

export const MODEL = 'claude-opus-5-5';

export function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}

/** Signed by the scripted API when it answers. */
export function thinking(value: string): ContentBlock {
  return { type: 'thinking', thinking: value };
}

/** Gets its id from its place in the script, unless another block has to name it. */
export function call(name: string, input: Record<string, unknown>, id?: string): ContentBlock {
  return id === undefined ? { type: 'tool_use', name, input } : { type: 'tool_use', id, name, input };
}

/** An answer that ends with the reason its content asks for: `tool_use` if it calls a tool, else `end_turn`. */
export function answer(content: ContentBlock[], stop_reason?: StopReason): ResponseStep {
  const calls = content.some((block) => block.type === 'tool_use');
  const reason = stop_reason ?? (calls ? 'tool_use' : 'end_turn');
  return { type: 'response', message: { content, stop_reason: reason }, stream: paceFor(content) };
}

export function rule(when: RuleCondition | undefined, content: ContentBlock[]): ScenarioRule {
  return when === undefined ? { respond: answer(content) } : { when, respond: answer(content) };
}

const DELAY_MS = 28;
const DELTAS = 26;
const TEMPLATE = /\{\{[^{}]*\}\}/g;

/** Long and short answers alike take half a second to a second: long enough to see them grow, too short to wait. */
export function paceFor(content: readonly ContentBlock[]): StreamPace {
  const units = content.reduce((total, block) => {
    const streamed = block.text ?? block.thinking ?? (block.input === undefined ? '' : JSON.stringify(block.input));
    return total + String(streamed).replaceAll(TEMPLATE, 'a value').length;
  }, 0);
  return { chunkChars: Math.max(2, Math.ceil(units / DELTAS)), delayMs: DELAY_MS };
}

const OFF_SCRIPT: Localized = {
  en: 'I am a scripted model, and this is as far as my script goes. Restart the scenario, or pick a real model to talk on.',
  'zh-CN': '我是按脚本回答的模型，脚本到这里就结束了。请重新开始这个场景，或换成真实模型继续对话。',
};

/** The last rule: whatever a person says beyond the story gets an honest answer instead of an error. */
export function offScriptRule(language: Language): ScenarioRule {
  return rule(undefined, [text(OFF_SCRIPT[language])]);
}

/** The same as a last step. */
export function offScriptStep(language: Language): RepeatedResponseStep {
  return { ...answer([text(OFF_SCRIPT[language])]), type: 'response_each_turn' };
}

/** What a tool returns for inputs that pass a test. */
export function resultWhen(when: ValueTest, result: ScriptedResult): ScriptedResultCase {
  // oxlint-disable-next-line unicorn/no-thenable -- the file format's own word; it is never awaited
  return { when, then: result };
}

/** What it returns for every other input. */
export function resultElse(result: ScriptedResult): ScriptedResultCase {
  // oxlint-disable-next-line unicorn/no-thenable -- as above
  return { then: result };
}

/** A tool whose input is an object of required strings and numbers. */
export function tool(
  name: string,
  description: string,
  properties: Record<string, { type: string; description: string }>,
): ToolDefinition {
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  };
}

export function request(
  fields: Pick<RequestBody, 'system' | 'tools'> & {
    question: string;
    max_tokens?: number;
    thinking?: RequestBody['thinking'];
  },
): RequestBody {
  const { question, max_tokens = 1024, ...rest } = fields;
  return { model: MODEL, max_tokens, ...rest, messages: [{ role: 'user', content: question }] };
}
