import type { ContentBlock } from '../../messages/types.ts';
import { answer, offScriptStep, request, text } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';

const WORDS = {
  en: {
    system: 'You answer from what you find on the web, and name your sources.',
    question: 'When will the next total solar eclipse be seen from Spain, and where should I go?',
    search: 'I’ll search for it.',
    queryDates: 'next total solar eclipse Spain date',
    queryPath: '2 August 2027 total eclipse path Spain cities duration',
    datesTitle: 'Solar eclipses over Europe, 2026 to 2030',
    pathTitle: 'The eclipse of 2 August 2027 in Spain',
    reply: 'The next one is on 2 August 2027, in the morning. ',
    cited: 'The path of totality runs along the Strait of Gibraltar, so Cádiz, Málaga and Ceuta lie inside it',
    quote:
      'On 2 August 2027 the Moon’s shadow follows the Strait of Gibraltar; Cádiz, Málaga and Ceuta are inside the path.',
    advice:
      '. Tarifa, near the middle of the path, sees it for the longest time on the mainland. Book early: it is the height of summer.',
  },
  'zh-CN': {
    system: '你根据网上查到的内容回答，并注明来源。',
    question: '西班牙下一次能看到的日全食是什么时候？应该去哪里看？',
    search: '我来搜索一下。',
    queryDates: '西班牙 下一次 日全食 日期',
    queryPath: '2027年8月2日 日全食 西班牙 全食带 城市',
    datesTitle: '2026 至 2030 年欧洲可见的日食',
    pathTitle: '2027 年 8 月 2 日西班牙的日全食',
    reply: '下一次是 2027 年 8 月 2 日上午。',
    cited: '全食带沿直布罗陀海峡延伸，Cádiz、Málaga 和 Ceuta 都在其中',
    quote: '2027 年 8 月 2 日，月影沿直布罗陀海峡移动；Cádiz、Málaga 和 Ceuta 位于全食带内。',
    advice: '。Tarifa 靠近全食带中心，是西班牙本土全食时间最长的地方。那时正值盛夏，请尽早预订。',
  },
} satisfies Localized<Record<string, string>>;

const FIRST = 'srvtoolu_01Hq4mNfVtWc8yTzKp2Lw6Xa';
const SECOND = 'srvtoolu_01Rb7sJdGuEx3vQnMy9Ch5Zt';
const USE = { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } };

function search(id: string, query: string): ContentBlock {
  return { type: 'server_tool_use', id, name: 'web_search', input: { query } };
}

function found(id: string, url: string, title: string): ContentBlock {
  const encrypted_content = `RW5jcnlwdGVkIHBhZ2U6${id.slice(-12)}`;
  const page = { type: 'web_search_result', url, title, encrypted_content, page_age: null };
  return { type: 'web_search_tool_result', tool_use_id: id, content: [page] };
}

const DATES_URL = 'https://observatory.example/eclipses/europe';
const PATH_URL = 'https://observatory.example/eclipses/2027-08-02';

/**
 * A tool that runs on the provider's side: nothing to execute here. The first answer pauses with a search under way,
 * is sent back as it is, and the second answer opens with the result of that search.
 */
export const webResearch: ScenarioSource = {
  id: 'web-research',
  title: { en: 'Web research with a pause', 'zh-CN': '中途暂停的网络检索' },
  about: {
    en: 'web_search runs on the provider’s side and ends in pause_turn: the answer is sent back as it is, nothing is executed here.',
    'zh-CN': 'web_search 在服务商一侧运行，并以 pause_turn 暂停：把回答原样发回，这里什么也不执行。',
  },
  build(language) {
    const words = WORDS[language];
    const citation = {
      type: 'web_search_result_location',
      url: PATH_URL,
      title: words.pathTitle,
      encrypted_index: 'Eo8BCioIAhgBIiQ4',
      cited_text: words.quote,
    };
    const paused = answer(
      [
        text(words.search),
        search(FIRST, words.queryDates),
        found(FIRST, DATES_URL, words.datesTitle),
        search(SECOND, words.queryPath),
      ],
      'pause_turn',
    );
    const finished = answer([
      found(SECOND, PATH_URL, words.pathTitle),
      text(words.reply),
      { type: 'text', text: words.cited, citations: [citation] },
      text(words.advice),
    ]);
    paused.message.usage = USE;
    finished.message.usage = USE;
    return {
      request: request({
        system: words.system,
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
        question: words.question,
      }),
      steps: [paused, finished, offScriptStep(language)],
    };
  },
};
