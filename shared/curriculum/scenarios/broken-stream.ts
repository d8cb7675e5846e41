import { answer, call, offScriptStep, request, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';
import { brokenInsideInput } from './raw-stream.ts';

const WORDS = {
  en: {
    system: 'You file tickets for the caretakers of an office building.',
    question: 'The lift in building C is stuck between two floors. Nobody is inside. Please file a ticket.',
    describe: 'File a ticket for the caretakers. Every call makes a new one. Returns JSON with ticket and eta_minutes.',
    place: 'Building and part of it',
    problem: 'What is wrong, in one sentence',
    priority: 'low, normal or urgent',
    file: 'I’ll file that as urgent.',
    building: 'Building C, lift',
    stuck: 'Lift is stuck between two floors, nobody inside.',
    done: 'Filed as {{result.create_ticket/ticket}}: a caretaker will be at building C in about {{result.create_ticket/eta_minutes}} minutes.',
  },
  'zh-CN': {
    system: '你为一栋办公楼的物业人员登记工单。',
    question: 'C 栋的电梯卡在两层之间，里面没有人。请登记一张工单。',
    describe: '为物业人员登记工单。每次调用都会新建一张。返回 JSON：ticket 和 eta_minutes。',
    place: '楼栋及位置',
    problem: '用一句话说明问题',
    priority: 'low、normal 或 urgent',
    file: '我按紧急登记。',
    building: 'C 栋，电梯',
    stuck: '电梯卡在两层之间，里面没有人。',
    done: '已登记为 {{result.create_ticket/ticket}}：物业人员大约 {{result.create_ticket/eta_minutes}} 分钟后到 C 栋。',
  },
} satisfies Localized<Record<string, string>>;

/**
 * The connection drops in the middle of a tool input, the next try meets 529, the third succeeds. The tool makes a new
 * ticket with every call, so running the half one would be wrong twice.
 */
export const brokenStream: ScenarioSource = {
  id: 'broken-stream',
  title: { en: 'The connection drops mid-call', 'zh-CN': '调用途中连接中断' },
  about: {
    en: 'The stream breaks inside a tool input, then 529, then it works: what arrived is kept to look at, never run, and the same request is sent again.',
    'zh-CN': '流在工具输入中间断开，接着是 529，然后成功：已收到的部分留着查看，绝不执行，同一个请求会再次发送。',
  },
  build(language) {
    const words = WORDS[language];
    const body = request({
      system: words.system,
      tools: [
        tool('create_ticket', words.describe, {
          place: { type: 'string', description: words.place },
          problem: { type: 'string', description: words.problem },
          priority: { type: 'string', description: words.priority },
        }),
      ],
      question: words.question,
    });
    const input = { place: words.building, problem: words.stuck, priority: 'urgent' };
    const raw = JSON.stringify(input);
    return {
      request: body,
      steps: [
        brokenInsideInput({
          scenario: 'broken-stream',
          request: body,
          before: [text(words.file)],
          tool: 'create_ticket',
          raw: raw.slice(0, Math.floor(raw.length * 0.7)),
        }),
        {
          type: 'http_error',
          status: 529,
          body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        },
        answer([text(words.file), call('create_ticket', input)]),
        answer([text(words.done)]),
        offScriptStep(language),
      ],
      tool_results: { create_ticket: { content: '{"ticket": "F-318", "eta_minutes": 20}', delayMs: 260 } },
    };
  },
};
