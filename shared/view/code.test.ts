import { describe, expect, test } from 'vitest';
import type { ScenarioStep } from '../scripted/scenario-types.ts';
import type { PhaseName } from '../session/events.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { story } from '../testing/stories.ts';
import { commentText } from './code-lines.ts';
import type { CodeText } from './code-lines.ts';
import { programOf } from './code-program.ts';
import { pythonCode } from './code-python.ts';
import { typescriptCode } from './code-typescript.ts';

const call = (id: string, q: number): ScenarioStep => ({
  type: 'response',
  message: { content: [{ type: 'tool_use', id, name: 'look', input: { q } }], stop_reason: 'tool_use' },
});
const end = (text: string): ScenarioStep => ({ type: 'response', message: { content: text, stop_reason: 'end_turn' } });

/** Two questions, two calls of the same tool with the same input. */
function recorded(): SessionDriver {
  const driver = new SessionDriver(story([call('t1', 1), call('t2', 1), end('One.'), end('Two.')]));
  run(driver);
  driver.command({ type: 'say', text: 'And now?' });
  run(driver);
  return driver;
}

function run(driver: SessionDriver): void {
  driver.command({ type: 'continue' });
  while (driver.answerOne());
}

describe('programOf', () => {
  test('takes a conversation apart: the question, what was said later, what the tools answered', () => {
    const { state, at } = recorded();
    const program = programOf(state, at, 'x');
    expect(program.messages).toEqual([{ role: 'user', content: 'Where is my order?' }]);
    expect(program.said).toEqual([[3, [{ role: 'user', content: 'And now?' }]]]);
    expect(program.recorded).toEqual([
      { name: 'look', input: { q: 1 }, content: 'look says ok' },
      { name: 'look', input: { q: 1 }, content: 'look says ok' },
    ]);
    expect(program.settings).not.toHaveProperty('stream');
  });
});

const PHASES: PhaseName[] = ['request', 'sending', 'response', 'tools', 'ended', 'running', 'results'];

describe.each([
  [
    'typescript',
    typescriptCode,
    ['turns >= MAX_TURNS', 'client.messages', 'response: stop_reason', 'calls =', 'said', 'runTool', 'role: "user"'],
  ],
  [
    'python',
    pythonCode,
    ['turns >= MAX_TURNS', 'client.messages', 'response: stop_reason', 'calls =', 'said', 'run_tool', '"role": "user"'],
  ],
] as const)('%s', (_language, write, words) => {
  const { state, at } = recorded();
  const code: CodeText = write(programOf(state, at, 'A */ title\u2028 of """ mine'));
  const lines = code.text.slice(0, -1).split('\n');

  test('every line has its entry, and the phases of the loop stand inside it', () => {
    expect(code.phases).toHaveLength(lines.length);
    const [first, last] = code.loop;
    for (const [index, phase] of code.phases.entries()) {
      if (phase !== null) expect(index + 1 >= first && index + 1 <= last).toBe(true);
    }
  });

  test.each(PHASES.map((phase, index) => [phase, words[index]!]))('%s is where its work is done', (phase, word) => {
    const own = lines.filter((_line, index) => code.phases[index] === phase).join('\n');
    expect(own).toContain(word);
  });
});

test('a title cannot leave its comment', () => {
  expect(commentText('a\n*/ b\u2028c\u0000\ud800')).toBe('a * / b c');
  expect(commentText('x'.repeat(300))).toHaveLength(100);
});
