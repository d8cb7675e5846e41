import { call, offScriptRule, request, rule, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

const WORDS = {
  en: {
    system:
      'You prepare short trips. Look up what does not depend on each other in one turn. Say plainly what you could not find out.',
    question:
      'I take the train from Zurich to Vienna tomorrow. How is the weather there, what is the franc worth, and which is the first train?',
    weather: 'Tomorrow’s weather in one city, in one line.',
    city: 'Name of the city',
    rate: 'Today’s rate between two currencies, in one line.',
    from: 'Three-letter code of the currency one has',
    to: 'Three-letter code of the currency one needs',
    trains: 'First direct train of a day between two stations, in one line.',
    start: 'Station of departure',
    end: 'Station of arrival',
    day: 'Day in the form YYYY-MM-DD, or tomorrow',
    look: 'Three look-ups, none of which needs another: I’ll do them together.',
    weatherIs: '4 °C, snow showers',
    rateIs: '1 CHF = 1.06 EUR',
    timedOut:
      'The timetable service gave no answer within 5 seconds. Try again later, or use the board at the station.',
    partly:
      'For Vienna tomorrow: {{result.get_weather}}. The rate: {{result.get_exchange_rate}}. I could not find the first train ({{result.find_trains}}) Please check the timetable before you go; I don’t want to guess a departure.',
    whole:
      'For Vienna tomorrow: {{result.get_weather}}. The rate: {{result.get_exchange_rate}}. The first train: {{result.find_trains}}. Pack a warm jacket.',
  },
  'zh-CN': {
    system: '你负责准备短途旅行。互不依赖的信息在同一轮查询。没查到的要直说。',
    question: '我明天从 Zurich 坐火车去 Vienna。那边天气怎么样，瑞士法郎汇率多少，最早一班车是几点？',
    weather: '查询一个城市明天的天气，返回一行。',
    city: '城市名',
    rate: '查询今天两种货币之间的汇率，返回一行。',
    from: '持有货币的三字母代码',
    to: '需要货币的三字母代码',
    trains: '查询某天两站之间最早的直达列车，返回一行。',
    start: '出发站',
    end: '到达站',
    day: '日期，格式 YYYY-MM-DD，或 tomorrow',
    look: '三项查询互不依赖，我一起查。',
    weatherIs: '4 °C，阵雪',
    rateIs: '1 CHF = 1.06 EUR',
    timedOut: '时刻表服务 5 秒内没有应答。请稍后再试，或查看车站的信息屏。',
    partly:
      'Vienna 明天：{{result.get_weather}}。汇率：{{result.get_exchange_rate}}。最早一班车没有查到（{{result.find_trains}}）出发前请再看一下时刻表，我不想乱猜发车时间。',
    whole:
      'Vienna 明天：{{result.get_weather}}。汇率：{{result.get_exchange_rate}}。最早一班车：{{result.find_trains}}。记得带厚外套。',
  },
} satisfies Localized<Record<string, string>>;

/**
 * Three calls in one answer, one of which fails: all three results go back in one user message, the failed one as
 * `is_error`. They finish in another order than they were asked, and are written back in the order of the calls.
 */
export const threeInParallel: ScenarioSource = {
  id: 'three-in-parallel',
  title: { en: 'Three look-ups at once', 'zh-CN': '三项查询同时进行' },
  about: {
    en: 'One answer calls three tools, one of them fails: three results in one user message, one of them is_error.',
    'zh-CN': '一个回答调用三个工具，其中一个失败：三个结果放在同一条 user 消息里，其中一个是 is_error。',
  },
  build(language) {
    const words = WORDS[language];
    const said = { saidByUser: { contains: 'Vienna' } };
    const string = (description: string) => ({ type: 'string', description });
    return {
      request: request({
        system: words.system,
        tools: [
          tool('get_weather', words.weather, { city: string(words.city) }),
          tool('get_exchange_rate', words.rate, { from: string(words.from), to: string(words.to) }),
          tool('find_trains', words.trains, {
            from: string(words.start),
            to: string(words.end),
            day: string(words.day),
          }),
        ],
        question: words.question,
      }),
      rules: [
        rule({ ...said, result: { tool: 'find_trains', isError: true } }, [text(words.partly)]),
        rule({ ...said, result: { tool: 'find_trains' } }, [text(words.whole)]),
        rule(said, [
          text(words.look),
          call('get_weather', { city: 'Vienna' }),
          call('get_exchange_rate', { from: 'CHF', to: 'EUR' }),
          call('find_trains', { from: 'Zurich HB', to: 'Wien Hbf', day: 'tomorrow' }),
        ]),
        offScriptRule(language),
      ],
      tool_results: {
        get_weather: { content: words.weatherIs, delayMs: 420 },
        get_exchange_rate: { content: words.rateIs, delayMs: 70 },
        find_trains: { content: words.timedOut, is_error: true, delayMs: 900 },
      },
    };
  },
};
