import { answer, call, offScriptStep, request, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';
import { endedInsideInput } from './raw-stream.ts';

const WORDS = {
  en: {
    system: 'You keep notes as files.',
    question: 'Write a packing list for a three-day hike to notes/packing.md.',
    describe: 'Write a text file. Replaces the file if it exists, so content must be the whole text.',
    path: 'Path below notes/',
    content: 'The whole new text of the file',
    begin: 'I’ll write the list.',
    list: '# Three days in the hills\n\n- tent, sleeping bag, mat\n- stove, gas, lighter, pot\n- rain jacket, warm layer, dry socks\n- map, compass, head lamp\n- first aid, sun cream, two litres of water\n',
    again: 'Now there is room for the whole list.',
    written: 'Wrote notes/packing.md, 9 lines.',
    done: 'The list is in notes/packing.md: shelter, kitchen, clothes, way-finding and first aid, nine lines in all.',
  },
  'zh-CN': {
    system: '你用文件保存笔记。',
    question: '写一份三天徒步的行李清单，存到 notes/packing.md。',
    describe: '写入一个文本文件。文件已存在则被替换，所以 content 必须是完整文本。',
    path: 'notes/ 下的路径',
    content: '文件的完整新内容',
    begin: '我来写清单。',
    list: '# 山里的三天\n\n- 帐篷、睡袋、防潮垫\n- 炉头、气罐、打火机、锅\n- 雨衣、保暖层、干袜子\n- 地图、指南针、头灯\n- 急救包、防晒霜、两升水\n',
    again: '现在写得下完整的清单了。',
    written: '已写入 notes/packing.md，9 行。',
    done: '清单已存到 notes/packing.md：住宿、炊具、衣物、导航和急救，一共九行。',
  },
} satisfies Localized<Record<string, string>>;

const MAX_TOKENS = 64;

/**
 * `max_tokens` ends the answer inside a tool input. What there is of it must not be executed; with a larger limit, or
 * after an error result, the model writes it again.
 */
export const truncated: ScenarioSource = {
  id: 'truncated',
  title: { en: 'Cut off by max_tokens', 'zh-CN': '被 max_tokens 截断' },
  about: {
    en: 'The limit ends the answer in the middle of a tool input. Half a call is never run; raise the limit (or set autoContinue) and it is written again.',
    'zh-CN': '上限让回答停在工具输入的中间。半个调用绝不执行；提高上限（或设置 autoContinue）后会重新写。',
  },
  build(language) {
    const words = WORDS[language];
    const body = request({
      system: words.system,
      tools: [
        tool('write_file', words.describe, {
          path: { type: 'string', description: words.path },
          content: { type: 'string', description: words.content },
        }),
      ],
      max_tokens: MAX_TOKENS,
      question: words.question,
    });
    const input = { path: 'notes/packing.md', content: words.list };
    const raw = JSON.stringify(input);
    return {
      request: body,
      steps: [
        endedInsideInput({
          scenario: 'truncated',
          request: body,
          before: [text(words.begin)],
          tool: 'write_file',
          raw: raw.slice(0, Math.floor(raw.length * 0.6)),
          stop_reason: 'max_tokens',
          output_tokens: MAX_TOKENS,
        }),
        answer([text(words.again), call('write_file', input)]),
        answer([text(words.done)]),
        offScriptStep(language),
      ],
      tool_results: { write_file: { content: words.written, delayMs: 90 } },
    };
  },
};
