import { textOf, toolUsesOf } from '../../messages/blocks.ts';
import { path } from '../../session/tree.ts';
import { commentText } from '../../view/code-lines.ts';
import { typescriptLiteral } from '../../view/code-literals.ts';
import { programOf } from '../../view/code-program.ts';
import type { Exporter, ExportSource } from '../export-types.ts';
import { recordedScenario } from '../recorded-scenario.ts';

/** A test for `node --test` that plays the recorded answers to one's own loop and compares what it does. */
export const testExporter: Exporter = {
  id: 'test',
  ending: '.test.mjs',
  mediaType: 'text/javascript',
  shared: false,
  write: (source) => `${[head(source), data(source), LOOP, HOST, TEST].join('\n\n')}\n`,
};

const head = ({
  title,
}: ExportSource): string => `// A regression test of ${commentText(title) || 'a session'}, written by Loupe.
//
//   node --test loop.test.mjs
//
// It serves the recorded answers with Loupe's scripted Messages API, which refuses a broken request as the real one
// would, and lets your loop talk to it. AGENT_LOUPE says how Loupe is started; "npx agent-loupe" when it is not set.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";`;

function data({ state, branch, title }: ExportSource): string {
  const { settings, messages, said, recorded } = programOf(state, branch, title);
  const nodes = path(state, branch.head);
  const answers = nodes.slice(messages.length).filter(({ role }) => role === 'assistant');
  const last = answers.at(-1);
  const expected = {
    calls: answers
      .filter(({ stopReason }) => stopReason === 'tool_use')
      .flatMap((node) => toolUsesOf(node).map(({ name, input }) => ({ name, input }))),
    stop_reason: last?.stopReason ?? null,
    text: textOf(last?.content),
  };
  return [
    `const settings = ${typescriptLiteral(settings)};`,
    `const question = ${typescriptLiteral(messages)};`,
    `// What the person said later, by the number of answers before it.\nconst said = new Map(${typescriptLiteral(said)});`,
    `// What the tools answered.\nconst recorded = ${typescriptLiteral(recorded)};`,
    `// What a loop that is not broken does.\nconst expected = ${typescriptLiteral(expected)};`,
    `const scenario = ${typescriptLiteral(recordedScenario(state, branch))};`,
  ].join('\n\n');
}

const LOOP = `// YOUR LOOP. This one shows the contract: replace it with a call of your own code. It sends its requests to
// \`\${baseURL}/v1/messages\`, gets tool results from \`runTool\`, and gives back the whole conversation and the last stop_reason.
async function runLoop({ baseURL, settings, messages, runTool, said }) {
  for (let answers = 0; ; ) {
    const reply = await fetch(\`\${baseURL}/v1/messages\`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "none", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ ...settings, messages }),
    });
    const response = await reply.json();
    if (!reply.ok) throw new Error(\`\${reply.status}: \${response.error?.message}\`);
    if (response.content.length > 0) messages.push({ role: "assistant", content: response.content });
    answers += 1;
    if (response.stop_reason === "pause_turn") continue;
    const calls = response.content.filter((block) => block.type === "tool_use");
    if (response.stop_reason === "tool_use" && calls.length > 0) {
      messages.push({ role: "user", content: await Promise.all(calls.map(runTool)) });
    } else if (!said.has(answers)) return { messages, stop_reason: response.stop_reason };
    messages.push(...(said.get(answers) ?? []));
  }
}`;

const HOST = `const calls = [];
const left = [...recorded];

async function runTool(call) {
  calls.push({ name: call.name, input: call.input });
  const same = left.filter(({ name, input }) => name === call.name && isDeepStrictEqual(input, call.input));
  const [found] = same;
  if (!found) throw new Error(\`no result was recorded for \${call.name} \${JSON.stringify(call.input)}\`);
  if (same.length > 1) left.splice(left.indexOf(found), 1);
  const { content, is_error } = found;
  return { type: "tool_result", tool_use_id: call.id, content, ...(is_error ? { is_error } : {}) };
}

let folder;
let loupe;
let baseURL;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "agent-loop-"));
  await writeFile(join(folder, "scenario.json"), JSON.stringify(scenario));
  const [command, ...args] = (process.env.AGENT_LOUPE ?? "npx agent-loupe").split(" ");
  loupe = spawn(command, [...args, "scripted", join(folder, "scenario.json"), "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  baseURL = await new Promise((resolve, reject) => {
    loupe.once("error", reject);
    loupe.once("exit", (code) => reject(new Error(\`agent-loupe ended with \${code}\`)));
    let output = "";
    loupe.stdout.on("data", (data) => {
      output += data;
      const found = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(output);
      if (found) resolve(found[0]);
    });
  });
});

after(async () => {
  loupe?.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
});`;

const TEST = `test("the loop makes the recorded calls and comes to the recorded end", async () => {
  const { messages, stop_reason } = await runLoop({ baseURL, settings, messages: structuredClone(question), runTool, said });
  assert.deepEqual(calls, expected.calls);
  assert.equal(stop_reason, expected.stop_reason);
  const last = messages.findLast(({ role }) => role === "assistant")?.content ?? [];
  const blocks = typeof last === "string" ? [{ type: "text", text: last }] : last;
  assert.equal(blocks.filter(({ type }) => type === "text").map(({ text }) => text).join("\\n"), expected.text);
});`;
