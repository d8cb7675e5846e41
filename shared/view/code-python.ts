import { CodeLines, commentText } from './code-lines.ts';
import type { CodeText } from './code-lines.ts';
import { pythonLiteral } from './code-literals.ts';
import type { Program } from './code-program.ts';

/** Arguments that every version of the SDK names; other keys of a body go through `extra_body`. */
const NAMED = new Set([
  'model',
  'max_tokens',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
]);

/** The loop of a branch as a Python program with the official SDK: it runs as it stands, against any base URL. */
export function pythonCode(program: Program): CodeText {
  const lines = new CodeLines();
  head(lines, program);
  data(lines, program);
  tools(lines);
  lines.loop(loop);
  return lines
    .add(
      '',
      '',
      'if __name__ == "__main__":',
      '    outcome = agent_loop()',
      '    print(f"{outcome}: {len(messages)} messages")',
      '    content = messages[-1]["content"]',
      '    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:',
      '        if block["type"] == "text":',
      '            print(block["text"])',
    )
    .done();
}

function head(lines: CodeLines, { title }: Program): void {
  lines.add(
    `# The agent loop of ${commentText(title) || 'a session'}, written by Loupe.`,
    '#',
    '#   pip install anthropic',
    '#   python loop.py',
    '#',
    '# The key comes from ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL sends the requests elsewhere.',
    'import anthropic',
  );
}

function data(lines: CodeLines, program: Program): void {
  const { messages, said, recorded, maxTurns, tokenBudget, maxRetries } = program;
  const saidLines = said.map(([answers, more]) => `    ${answers}: ${pythonLiteral(more, '    ')},\n`).join('');
  lines.add(
    '',
    '# What every request carries beside the messages.',
    `settings = ${pythonLiteral(callArguments(program))}`,
    '',
    '# The conversation is all the loop knows: the API keeps nothing from one request to the next.',
    `messages = ${pythonLiteral(messages)}`,
    '',
    '# What the person said later, by the number of answers before it.',
    `said = ${said.length === 0 ? '{}' : `{\n${saidLines}}`}`,
    '',
    '# What the tools answered when this run was recorded.',
    `recorded = ${pythonLiteral(recorded)}`,
    '',
    '# Limits are safety valves of your own; the API knows none of them.',
    `MAX_TURNS = ${maxTurns}`,
    `TOKEN_BUDGET = ${tokenBudget}`,
    '',
    `client = anthropic.Anthropic(max_retries=${maxRetries})`,
    '',
    '',
  );
}

function callArguments({ settings }: Program): Record<string, unknown> {
  const entries = Object.entries(settings);
  const extra = entries.filter(([key]) => !NAMED.has(key));
  const named = entries.filter(([key]) => NAMED.has(key));
  return Object.fromEntries(extra.length > 0 ? [...named, ['extra_body', Object.fromEntries(extra)]] : named);
}

function tools(lines: CodeLines): void {
  lines.add(
    '# Your tools belong here. Until then the recorded results answer: the same tool with the same input.',
    'def run_tool(call):',
    '    result = {"type": "tool_result", "tool_use_id": call.id}',
    '    same = [each for each in recorded if each["name"] == call.name and each["input"] == call.input]',
    '    if not same:',
    '        # An error goes back as a result too: the model can then try something else.',
    '        content = f"no result was recorded for {call.name} with this input"',
    '        return {**result, "content": content, "is_error": True}',
    '    if len(same) > 1:',
    '        # A call that was made several times gets its results one after the other.',
    '        recorded.remove(same[0])',
    '    result["content"] = same[0]["content"]',
    '    if same[0].get("is_error"):',
    '        result["is_error"] = True',
    '    return result',
    '',
    '',
    'def tokens_of(usage):',
    '    cached = (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)',
    '    return usage.input_tokens + usage.output_tokens + cached',
    '',
    '',
  );
}

function loop(lines: CodeLines): void {
  lines
    .add('def agent_loop():', '    answers = turns = used = 0', '    while True:')
    .at(
      'request',
      '        # request: everything that was said so far goes out again, every time.',
      '        if turns >= MAX_TURNS:',
      '            return "max_turns"',
      '        if used >= TOKEN_BUDGET:',
      '            return "token_budget"',
    )
    .at(
      'sending',
      '        with client.messages.stream(**settings, messages=messages) as stream:',
      '            response = stream.get_final_message()',
    )
    .add('')
    .at(
      'response',
      '        # response: stop_reason alone decides what follows; the text never does.',
      '        turns += 1',
      '        used += tokens_of(response.usage)',
      '        # A refused or an empty answer is no part of the conversation.',
      '        if response.stop_reason != "refusal" and response.content:',
      '            content = [block.to_dict() for block in response.content]',
      '            messages.append({"role": "assistant", "content": content})',
      '            answers += 1',
      '        # A tool of the provider is still at work: send the same conversation again.',
      '        if response.stop_reason == "pause_turn":',
      '            continue',
    )
    .at(
      'tools',
      '        # tools: only tool_use asks for them; a call beside any other stop_reason may be cut in half.',
      '        calls = [block for block in response.content if block.type == "tool_use"]',
    )
    .at(
      'ended',
      '        if response.stop_reason != "tool_use" or not calls:',
      '            # The loop ends here, unless the person goes on.',
      '            more = said.pop(answers, None)',
      '            if more is None:',
      '                return response.stop_reason or "unknown_stop_reason"',
      '            messages.extend(more)',
      '            turns = used = 0',
      '            continue',
    )
    .at('running', '        results = [run_tool(call) for call in calls]')
    .add('')
    .at(
      'results',
      '        # results: all of them, in ONE user message, in the order of the calls. There is no tool role.',
      '        messages.append({"role": "user", "content": results})',
      '        messages.extend(said.pop(answers, []))',
    );
}
