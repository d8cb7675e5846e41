import { answer, offScriptStep, request, text } from './building.ts';
import type { Localized, ScenarioSource } from './building.ts';
import { refundSystem, refundTools } from './refund-tools.ts';

const WORDS: Localized<{ question: string; reply: string }> = {
  en: {
    question: 'Before I order: what is the difference between a refund and an exchange?',
    reply:
      'With a refund you send the thing back and get your money. With an exchange you send it back and get the same thing, or another one of the same price, instead. If you are not sure yet, a refund leaves you free to choose again later.',
  },
  'zh-CN': {
    question: '下单之前想问一下：退款和换货有什么区别？',
    reply:
      '退款是您把商品寄回，我们把钱退给您；换货是您把商品寄回，我们换一件同款或同价的商品给您。如果还没想好，选择退款以后可以再挑。',
  },
};

/** Tools on offer are no duty to use them: one request, `end_turn` at once. */
export const noTool: ScenarioSource = {
  id: 'no-tool',
  title: { en: 'A question without a tool', 'zh-CN': '不需要工具的问题' },
  about: {
    en: 'The refund tools are on offer, the question needs none of them: one request, end_turn at once.',
    'zh-CN': '提供了退款工具，但这个问题用不到：一次请求，立即 end_turn。',
  },
  build(language) {
    const words = WORDS[language];
    return {
      request: request({
        system: refundSystem(language),
        tools: refundTools(language),
        question: words.question,
      }),
      steps: [answer([text(words.reply)]), offScriptStep(language)],
    };
  },
};
