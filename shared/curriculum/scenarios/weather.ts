import { answer, call, offScriptRule, request, resultElse, resultWhen, rule, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

interface Words {
  system: string;
  question: string;
  describe: string;
  city: string;
  check: string;
  result: string;
  noStation: string;
  sun: string;
  rain: string;
  snow: string;
  sunny: string;
  rainy: string;
  snowy: string;
  other: string;
  failed: string;
}

const WORDS: Localized<Words> = {
  en: {
    system: 'You give short, practical advice. Check the weather instead of guessing it.',
    question: 'I am in Austin today. What should I wear?',
    describe:
      'Current weather in one city. Returns temperature and sky in one line. Use it whenever an answer depends on today’s weather.',
    city: 'Name of the city, for example Austin',
    check: 'I’ll check the weather in Austin first.',
    result: '95F, sunny',
    noStation: 'No weather station is known for this city. Check the spelling or name a larger city nearby.',
    sun: 'sun',
    rain: 'rain',
    snow: 'snow',
    sunny:
      'Austin is at {{result.get_weather}}. Wear something light and loose, with a hat and sunglasses, and take water along.',
    rainy: 'Austin is at {{result.get_weather}}. Take a rain jacket and shoes that can get wet.',
    snowy: 'Austin is at {{result.get_weather}}. Wear a warm coat, gloves and boots with a good sole.',
    other: 'Austin is at {{result.get_weather}}. Dress in layers, so that you can adapt during the day.',
    failed: 'I could not get the weather ({{result.get_weather}}). Dress in layers and look outside before you leave.',
  },
  'zh-CN': {
    system: '你给出简短实用的建议。天气要查询，不要猜测。',
    question: '我今天在 Austin，应该穿什么？',
    describe: '查询一个城市的当前天气，返回一行：温度和天空状况。只要回答取决于今天的天气，就使用它。',
    city: '城市名，例如 Austin',
    check: '我先查一下 Austin 的天气。',
    result: '95F，晴',
    noStation: '没有这个城市的气象站。请检查拼写，或换成附近较大的城市。',
    sun: '晴',
    rain: '雨',
    snow: '雪',
    sunny: 'Austin 现在 {{result.get_weather}}。穿轻薄宽松的衣服，戴上帽子和墨镜，记得带水。',
    rainy: 'Austin 现在 {{result.get_weather}}。带上雨衣，穿不怕湿的鞋。',
    snowy: 'Austin 现在 {{result.get_weather}}。穿厚外套，戴手套，鞋底要防滑。',
    other: 'Austin 现在 {{result.get_weather}}。多穿几层，方便随时增减。',
    failed: '没有查到天气（{{result.get_weather}}）。建议多穿几层，出门前看看窗外。',
  },
};

/** The smallest complete case: two requests, one tool run, one answer. Edit the result and the advice follows. */
export const weather: ScenarioSource = {
  id: 'weather',
  title: { en: 'What to wear in Austin', 'zh-CN': '在 Austin 穿什么' },
  about: {
    en: 'The smallest whole loop: two requests, one tool run, one answer. Edit the weather and the advice changes.',
    'zh-CN': '最小的完整循环：两次请求、一次工具执行、一个回答。修改天气，建议也会变。',
  },
  build(language) {
    const words = WORDS[language];
    const said = { saidByUser: { contains: 'Austin' } };
    const sky = (contains: string) => ({ ...said, result: { tool: 'get_weather', contains } });
    return {
      request: request({
        system: words.system,
        tools: [tool('get_weather', words.describe, { city: { type: 'string', description: words.city } })],
        question: words.question,
      }),
      rules: [
        rule({ ...said, result: { tool: 'get_weather', isError: true } }, [text(words.failed)]),
        rule(sky(words.rain), [text(words.rainy)]),
        rule(sky(words.snow), [text(words.snowy)]),
        rule(sky(words.sun), [text(words.sunny)]),
        rule({ ...said, result: { tool: 'get_weather' } }, [text(words.other)]),
        { when: said, respond: answer([text(words.check), call('get_weather', { city: 'Austin' })]) },
        offScriptRule(language),
      ],
      tool_results: {
        get_weather: [
          resultWhen({ pointer: '/city', contains: 'Austin' }, { content: words.result, delayMs: 320 }),
          resultElse({ content: words.noStation, is_error: true, delayMs: 320 }),
        ],
      },
    };
  },
};
