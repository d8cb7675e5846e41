import { CodeLines, commentText } from './code-lines.ts';
import type { CodeText } from './code-lines.ts';
import { typescriptLiteral } from './code-literals.ts';
import type { Program } from './code-program.ts';

/** The loop of a branch as a TypeScript program with the official SDK: it runs as it stands, against any base URL. */
export function typescriptCode(program: Program): CodeText {
  const lines = new CodeLines();
  head(lines, program);
  data(lines, program);
  lines.loop(loop);
  tools(lines);
  return lines
    .add(
      '',
      'const outcome = await agentLoop();',
      'console.log(`${outcome}: ${messages.length} messages, ${requests} requests`);',
      'const last = messages.at(-1);',
      'const blocks = typeof last?.content === "string" ? [{ type: "text" as const, text: last.content }] : last?.content;',
      'for (const block of blocks ?? []) if (block.type === "text") console.log(block.text);',
    )
    .done();
}

function head(lines: CodeLines, { title }: Program): void {
  lines.add(
    `// The agent loop of ${commentText(title) || 'a session'}, written by Loupe.`,
    '//',
    '//   npm install @anthropic-ai/sdk',
    '//   npx tsx loop.mts        (Node 22.18 and later: node loop.mts)',
    '//',
    '// The key comes from ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL sends the requests elsewhere.',
    'import { isDeepStrictEqual } from "node:util";',
    'import Anthropic from "@anthropic-ai/sdk";',
  );
}

function data(lines: CodeLines, program: Program): void {
  const { settings, messages, said, recorded, maxTurns, tokenBudget, maxRetries } = program;
  lines.add(
    '',
    '// What every request carries beside the messages.',
    `const settings = ${typescriptLiteral(settings)} as Omit<Anthropic.MessageCreateParamsNonStreaming, "messages">;`,
    '',
    '// The conversation is all the loop knows: the API keeps nothing from one request to the next.',
    `const messages = ${typescriptLiteral(messages)} as Anthropic.MessageParam[];`,
    '',
    '// What the person said later, by the number of answers before it.',
    `const said = new Map(${typescriptLiteral(said)} as [answers: number, Anthropic.MessageParam[]][]);`,
    '',
    '// What the tools answered when this run was recorded.',
    `const recorded = ${typescriptLiteral(recorded)} as Recorded[];`,
    'type Recorded = { name: string; input: unknown; content: string; is_error?: boolean };',
    '',
    '// Limits are safety valves of your own; the API knows none of them.',
    `const MAX_TURNS = ${maxTurns};`,
    `const TOKEN_BUDGET = ${tokenBudget};`,
    '',
    `const client = new Anthropic({ maxRetries: ${maxRetries} });`,
    'let requests = 0;',
    '',
  );
}

function loop(lines: CodeLines): void {
  lines
    .add('async function agentLoop(): Promise<string> {', '  let answers = 0;', '  let turns = 0;', '  let used = 0;')
    .add('  for (;;) {')
    .at(
      'request',
      '    // request: everything that was said so far goes out again, every time.',
      '    if (turns >= MAX_TURNS) return "max_turns";',
      '    if (used >= TOKEN_BUDGET) return "token_budget";',
    )
    .at(
      'sending',
      '    requests += 1;',
      '    const response = await client.messages.stream({ ...settings, messages }).finalMessage();',
    )
    .add('')
    .at(
      'response',
      '    // response: stop_reason alone decides what follows; the text never does.',
      '    turns += 1;',
      '    used += tokensOf(response.usage);',
      '    // A refused or an empty answer is no part of the conversation.',
      '    if (response.stop_reason !== "refusal" && response.content.length > 0) {',
      '      messages.push({ role: "assistant", content: response.content });',
      '      answers += 1;',
      '    }',
      '    // A tool of the provider is still at work: send the same conversation again.',
      '    if (response.stop_reason === "pause_turn") continue;',
    )
    .at(
      'tools',
      '    // tools: only tool_use asks for them; a call beside any other stop_reason may be cut in half.',
      '    const calls = response.content.filter((block) => block.type === "tool_use");',
    )
    .at(
      'ended',
      '    if (response.stop_reason !== "tool_use" || calls.length === 0) {',
      '      // The loop ends here, unless the person goes on.',
      '      const more = said.get(answers);',
      '      if (!more) return response.stop_reason ?? "unknown_stop_reason";',
      '      said.delete(answers);',
      '      messages.push(...more);',
      '      turns = used = 0;',
      '      continue;',
      '    }',
    )
    .at('running', '    const results = await Promise.all(calls.map(runTool));')
    .add('')
    .at(
      'results',
      '    // results: all of them, in ONE user message, in the order of the calls. There is no tool role.',
      '    messages.push({ role: "user", content: results }, ...(said.get(answers) ?? []));',
      '    said.delete(answers);',
    )
    .add('  }', '}');
}

function tools(lines: CodeLines): void {
  lines.add(
    '',
    '// Your tools belong here. Until then the recorded results answer: the same tool with the same input.',
    'async function runTool(call: Anthropic.ToolUseBlock): Promise<Anthropic.ToolResultBlockParam> {',
    '  const same = recorded.filter(({ name, input }) => name === call.name && isDeepStrictEqual(input, call.input));',
    '  const found = same[0];',
    '  // An error goes back as a result too: the model can then try something else.',
    '  if (!found) {',
    '    const content = `no result was recorded for ${call.name} with this input`;',
    '    return { type: "tool_result", tool_use_id: call.id, content, is_error: true };',
    '  }',
    '  // A call that was made several times gets its results one after the other.',
    '  if (same.length > 1) recorded.splice(recorded.indexOf(found), 1);',
    '  const { content, is_error } = found;',
    '  return { type: "tool_result", tool_use_id: call.id, content, ...(is_error ? { is_error } : {}) };',
    '}',
    '',
    'function tokensOf(usage: Anthropic.Usage): number {',
    '  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;',
    '  return input_tokens + output_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0);',
    '}',
  );
}
