import { call, offScriptRule, request, rule, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

const WORDS = {
  en: {
    system: 'You answer questions about this project from its files.',
    question: 'Which region does config/deploy.yaml set?',
    describe: 'Read one text file of the project.',
    path: 'Path from the project’s root',
    first: 'I’ll read the file.',
    again: 'That did not work. I’ll read it once more.',
    missing: 'No such file: config/deploy.yaml. Files in config/: deploy.production.yaml, deploy.staging.yaml.',
    found: 'The file says: {{result.read_file}}',
  },
  'zh-CN': {
    system: '你根据项目文件回答关于这个项目的问题。',
    question: 'config/deploy.yaml 里设置的区域是哪个？',
    describe: '读取项目中的一个文本文件。',
    path: '相对项目根目录的路径',
    first: '我来读取这个文件。',
    again: '没有成功，我再读一次。',
    missing: '没有这个文件：config/deploy.yaml。config/ 下的文件：deploy.production.yaml、deploy.staging.yaml。',
    found: '文件内容是：{{result.read_file}}',
  },
} satisfies Localized<Record<string, string>>;

/**
 * A model that does not read its errors: it repeats the very same call until a gate stops the loop. Edit a result into
 * a success and it finishes.
 */
export const runaway: ScenarioSource = {
  id: 'runaway',
  title: { en: 'The same failing call again', 'zh-CN': '反复同一个失败的调用' },
  about: {
    en: 'The error names the right files, the model repeats its call all the same. The repeated-call gate stops it; a corrected result lets it finish.',
    'zh-CN':
      '错误信息里写着正确的文件名，模型却一再重复同一个调用。重复调用闸门会让它停下；把结果改成成功，它就能结束。',
  },
  build(language) {
    const words = WORDS[language];
    const said = { saidByUser: { contains: 'config/deploy.yaml' } };
    const read = call('read_file', { path: 'config/deploy.yaml' });
    return {
      request: request({
        system: words.system,
        tools: [tool('read_file', words.describe, { path: { type: 'string', description: words.path } })],
        question: words.question,
      }),
      rules: [
        rule({ ...said, result: { tool: 'read_file', isError: true } }, [text(words.again), read]),
        rule({ ...said, result: { tool: 'read_file' } }, [text(words.found)]),
        rule(said, [text(words.first), read]),
        offScriptRule(language),
      ],
      tool_results: { read_file: { content: words.missing, is_error: true, delayMs: 60 } },
    };
  },
};
