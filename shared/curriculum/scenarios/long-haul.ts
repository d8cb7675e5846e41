import { hash53 } from '../../messages/canonical-json.ts';
import { answer, call, offScriptStep, request, resultElse, resultWhen, text, tool } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

const WORDS = {
  en: {
    system:
      'You read the day logs of a small waterworks, one day after the other, and report what they have in common. Read every day before you conclude.',
    question:
      'Pump 2 dropped out several times between 1 and 21 November 2026. Read the logs day by day: on which days, and why?',
    describe: 'Log of one day: 24 hourly lines and a note of the shift. One day per call.',
    date: 'Day in the form YYYY-MM-DD',
    begin: 'I’ll go through the days one by one.',
    stood: 'Pump 2 stood still this morning. I’ll note it and read on.',
    heading: 'hour   air °C  humidity  wind m/s  pressure hPa  pump 2 l/min',
    note: 'Note: quiet shift, filters rinsed.',
    stop: 'Note: pump 2 stopped at 05:00, intake felt frozen, ran again from 09:00 after warming.',
    noLog: 'No log for this day. Logs exist from 2026-11-01 to 2026-11-21.',
    result:
      'Pump 2 dropped out on four days: 4, 9, 15 and 20 November, each time from 05:00 to 08:00. On exactly these days the air fell below −3 °C in the night; on all others it stayed above freezing. The shift notes fit: the intake freezes. A heated intake pipe, or a slow flow through the night, should prevent it.',
  },
  'zh-CN': {
    system: '你逐日阅读一座小型水厂的日志，并报告它们的共同点。读完所有日期之后再下结论。',
    question: '2026 年 11 月 1 日至 21 日之间，2 号泵多次停机。请逐日阅读日志：是哪几天？原因是什么？',
    describe: '一天的日志：24 行每小时记录和一条值班备注。每次调用读一天。',
    date: '日期，格式 YYYY-MM-DD',
    begin: '我逐日阅读。',
    stood: '今天早上 2 号泵停了。我记下来，继续读。',
    heading: '时刻   气温 °C  湿度  风速 m/s  气压 hPa  2号泵 l/min',
    note: '备注：值班平静，已冲洗滤网。',
    stop: '备注：2 号泵 05:00 停机，进水口疑似结冰，加温后 09:00 恢复。',
    noLog: '没有这一天的日志。日志范围为 2026-11-01 至 2026-11-21。',
    result:
      '2 号泵有四天停机：11 月 4、9、15 和 20 日，每次都是 05:00 到 08:00。恰好这几天夜里气温低于 −3 °C，其他日子都在零度以上。值班备注也吻合：进水口结冰。给进水管加热，或夜间保持小流量，应该可以避免。',
  },
} satisfies Localized<Record<string, string>>;

const DAYS = 21;
const FROST = new Set([4, 9, 15, 20]);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Degrees above the night's lowest value, for each hour of a day. */
const WARMING = [2, 1, 1, 0, 0, 0, 0, 1, 2, 4, 5, 6, 7, 7, 7, 6, 5, 4, 4, 3, 3, 3, 2, 2];

const two = (value: number) => String(value).padStart(2, '0');
const dateOf = (day: number) => `2026-11-${two(day)}`;

/** Readings look measured and are the same on every machine: small deviations come from a hash. */
function hourLine(day: number, hour: number): string {
  const noise = (what: string, range: number) => hash53(`${day}/${hour}/${what}`) % range;
  const night = FROST.has(day) ? -4.5 : 1.5 + (hash53(`night ${day}`) % 40) / 10;
  const air = (night + WARMING[hour]! + noise('air', 10) / 10).toFixed(1);
  const stopped = FROST.has(day) && hour >= 5 && hour <= 8;
  const flow = stopped ? 0 : 40 + noise('flow', 5);
  const wind = ((10 + noise('wind', 45)) / 10).toFixed(1);
  const pressure = (1006 + (day % 9) + noise('pressure', 10) / 10).toFixed(1);
  return `${two(hour)}:00  ${air.padStart(5)}  ${70 + noise('humidity', 25)} %  ${wind}  ${pressure}  ${String(flow).padStart(2)}`;
}

/** More than twenty turns whose results all stay in the context: the token curve bends upwards. */
export const longHaul: ScenarioSource = {
  id: 'long-haul',
  title: { en: 'Twenty-one days of logs', 'zh-CN': '二十一天的日志' },
  about: {
    en: 'One log a turn, 22 requests, and every request carries all the logs before it: watch the tokens grow with the square of the turns.',
    'zh-CN': '每轮读一天日志，共 22 次请求，每次请求都带着之前的全部日志：看 token 随轮数的平方增长。',
  },
  build(language) {
    const words = WORDS[language];
    const days = Array.from({ length: DAYS }, (_, index) => index + 1);
    const log = (day: number) =>
      [
        dateOf(day),
        words.heading,
        ...HOURS.map((hour) => hourLine(day, hour)),
        FROST.has(day) ? words.stop : words.note,
      ].join('\n');
    /** What the model says before it reads a day: it comments on the day before. */
    const remark = (day: number) => (day === 1 ? [text(words.begin)] : FROST.has(day - 1) ? [text(words.stood)] : []);
    return {
      request: request({
        system: words.system,
        tools: [tool('read_log', words.describe, { date: { type: 'string', description: words.date } })],
        question: words.question,
      }),
      steps: [
        ...days.map((day) => answer([...remark(day), call('read_log', { date: dateOf(day) })])),
        answer([text(words.result)]),
        offScriptStep(language),
      ],
      tool_results: {
        read_log: [
          ...days.map((day) =>
            resultWhen({ pointer: '/date', equals: dateOf(day) }, { content: log(day), delayMs: 50 }),
          ),
          resultElse({ content: words.noLog, is_error: true, delayMs: 50 }),
        ],
      },
    };
  },
};
