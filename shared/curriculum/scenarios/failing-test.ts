import { call, offScriptRule, request, resultElse, resultWhen, rule, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

const WORDS = {
  en: {
    system: 'You find the cause of failing tests. Run them, read what they point at, then explain. Change nothing.',
    question: 'The login tests fail. Run them and find out why.',
    keyword: 'login',
    runTests:
      'Run one test file. Returns the summary, the exit code and where the full log was written. Failing tests are a result, not an error of this tool.',
    testPath: 'Path of the test file, for example test/login.test.ts',
    readFile:
      'Read one text file of the project, with line numbers. Several files that do not depend on each other can be read in one turn.',
    filePath: 'Path from the project’s root',
    run: 'I’ll run the login tests.',
    read: 'Two tests fail, both in the session code. I’ll read the log and the source together.',
    cause:
      'The cause is in src/session.ts, line 9: `age` counts milliseconds, `ttl` counts seconds, and they are compared as they are. A session of 1,800 seconds therefore ends after 1.8 seconds, which is why both tests find it dead. Comparing `age <= session.ttl * 1000` makes them pass; the nine other tests never let time go by, so they did not notice.',
    passing: 'All login tests pass, so there is no cause to look for. Was it another test file?',
    noRun: 'I could not run the tests: {{result.run_tests}} Once they run I can look for the cause.',
    noSource:
      'Two tests find a session dead that should be alive, but I could not read the source: {{result.read_file}} With the file I can name the line.',
    noFile: 'No such file in this project. Files: test/login.test.ts, logs/login.test.log, src/session.ts.',
  },
  'zh-CN': {
    system: '你负责找出测试失败的原因。先运行测试，再读它们指向的文件，然后解释。不要修改任何东西。',
    question: '登录（login）测试失败了。运行一下，找出原因。',
    keyword: 'login',
    runTests: '运行一个测试文件。返回摘要、退出码和完整日志的位置。测试失败是一种结果，不是这个工具出错。',
    testPath: '测试文件的路径，例如 test/login.test.ts',
    readFile: '读取项目中的一个文本文件，带行号。互不依赖的几个文件可以在同一轮读取。',
    filePath: '相对项目根目录的路径',
    run: '我来运行登录测试。',
    read: '有两个测试失败，都在会话代码里。我同时读取日志和源码。',
    cause:
      '原因在 src/session.ts 第 9 行：`age` 的单位是毫秒，`ttl` 的单位是秒，却直接比较。1800 秒的会话因此在 1.8 秒后就结束，所以两个测试都发现会话已失效。改成 `age <= session.ttl * 1000` 就能通过；另外九个测试没有让时间流逝，所以没有发现问题。',
    passing: '登录测试全部通过，没有原因可找。是不是另一个测试文件？',
    noRun: '测试无法运行：{{result.run_tests}} 能运行之后我再找原因。',
    noSource: '两个测试发现本应有效的会话已失效，但我读不到源码：{{result.read_file}} 有了文件才能指出是哪一行。',
    noFile: '项目中没有这个文件。现有文件：test/login.test.ts、logs/login.test.log、src/session.ts。',
  },
} satisfies Localized<Record<string, string>>;

const SUMMARY = [
  'Tests: 2 failed, 9 passed, 11 total',
  '  × a session is alive after one minute',
  '  × a session is alive just before its ttl',
  'Full log: logs/login.test.log',
  'exit code 1',
].join('\n');

const LOG = [
  'FAIL test/login.test.ts',
  '  × a session is alive after one minute',
  '    expected true, received false',
  '    session = { startedAt: 0, ttl: 1800 }, now = 60000',
  '    at isAlive (src/session.ts:9:10)',
  '  × a session is alive just before its ttl',
  '    expected true, received false',
  '    session = { startedAt: 0, ttl: 1800 }, now = 1799000',
  '    at isAlive (src/session.ts:9:10)',
].join('\n');

const SOURCE = [
  '1  /** A session lives for `ttl` seconds. */',
  '2  export interface Session {',
  '3    startedAt: number;',
  '4    ttl: number;',
  '5  }',
  '6  ',
  '7  export function isAlive(session: Session, now: number): boolean {',
  '8    const age = now - session.startedAt;',
  '9    return age <= session.ttl;',
  '10 }',
].join('\n');

/** Two rounds of tools, the second one with two calls at once: 3 requests, 3 tool runs. */
export const failingTest: ScenarioSource = {
  id: 'failing-test',
  title: { en: 'Failing login tests', 'zh-CN': '失败的登录测试' },
  about: {
    en: 'Run the tests, then read log and source in one turn, then explain: 3 requests, 3 tool runs, two results in one user message.',
    'zh-CN': '先运行测试，再在同一轮读取日志和源码，最后解释：3 次请求、3 次工具执行，两个结果放在同一条 user 消息里。',
  },
  build(language) {
    const words = WORDS[language];
    const said = { saidByUser: { contains: words.keyword } };
    const ran = (test: Record<string, unknown>) => ({ ...said, result: { tool: 'run_tests', ...test } });
    const read = (test: Record<string, unknown>) => ({ ...said, result: { tool: 'read_file', ...test } });
    const path = (description: string) => ({ path: { type: 'string', description } });
    const file = (equals: string, content: string, delayMs: number) =>
      resultWhen({ pointer: '/path', equals }, { content, delayMs });
    return {
      request: request({
        system: words.system,
        tools: [
          tool('run_tests', words.runTests, path(words.testPath)),
          tool('read_file', words.readFile, path(words.filePath)),
        ],
        question: words.question,
      }),
      rules: [
        rule(read({ isError: true }), [text(words.noSource)]),
        rule(read({}), [text(words.cause)]),
        rule(ran({ isError: true }), [text(words.noRun)]),
        rule(ran({ contains: 'Tests: 0 failed' }), [text(words.passing)]),
        rule(ran({}), [
          text(words.read),
          call('read_file', { path: 'logs/login.test.log' }),
          call('read_file', { path: 'src/session.ts' }),
        ]),
        rule(said, [text(words.run), call('run_tests', { path: 'test/login.test.ts' })]),
        offScriptRule(language),
      ],
      tool_results: {
        run_tests: { content: SUMMARY, delayMs: 900 },
        read_file: [
          file('logs/login.test.log', LOG, 240),
          file('src/session.ts', SOURCE, 40),
          resultElse({ content: words.noFile, is_error: true }),
        ],
      },
    };
  },
};
