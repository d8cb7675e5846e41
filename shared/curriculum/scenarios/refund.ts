import type { ScenarioRule } from '../../scripted/scenario-types.ts';
import { call, offScriptRule, request, resultElse, resultWhen, rule, text, thinking } from './building.ts';
import type { Language, Localized, ScenarioSource } from './building.ts';
import { refundSystem, refundTools } from './refund-tools.ts';

const WORDS = {
  en: {
    question: 'My order A-1001 arrived broken. Please refund it.',
    item: 'Pour-over set',
    currency: 'USD',
    think: 'They want A-1001 refunded. I need the order record before I can decide anything.',
    look: 'I’ll look up order A-1001.',
    thinkRefund: 'Delivered, and it arrived broken: a refund is allowed. Id and amount come from the record.',
    reason: 'arrived broken',
    done: 'Done. I refunded {{result.lookup_order/amount}} {{result.lookup_order/currency}} for order {{result.lookup_order/order_id}} ({{result.lookup_order/item}}). The reference is {{result.process_refund/refund_id}}, and the money is back on your card within {{result.process_refund/days}} days. I’m sorry it arrived broken.',
    shipped:
      'Order {{result.lookup_order/order_id}} ({{result.lookup_order/item}}) is still on its way to you, so I can’t refund it yet. Once it is delivered I can take it back or refund it. If something broken has already arrived, it may be another order: tell me its number and I’ll look.',
    refunded:
      'Order {{result.lookup_order/order_id}} has already been refunded: {{result.lookup_order/amount}} {{result.lookup_order/currency}} went back to your card. There is nothing left to pay back.',
    thinkError: 'The lookup failed. Without a record I must not refund or guess: this goes to a person.',
    cannotRead: 'I can’t read this order right now, so I’m handing it to a colleague.',
    lookupFailed: 'Wants a refund for A-1001, arrived broken; lookup_order failed.',
    thinkStatus: 'This record gives me no status I may act on. A person should decide.',
    unclear: 'I can’t tell from the record what to do, so I’m asking a colleague.',
    statusUnclear: 'Wants a refund for A-1001, arrived broken; the order record has no status we may refund.',
    thinkRefundError: 'The refund did not go through. Trying blindly could pay twice: a person should look.',
    refundFailed: 'The refund did not go through, so I’m handing this to a colleague.',
    refundFailedSummary: 'Refund for A-1001 is allowed (delivered, broken) but process_refund failed.',
    handedOver:
      'A colleague takes over: your ticket is {{result.escalate_to_person/ticket}}, and you’ll hear from us within {{result.escalate_to_person/wait_minutes}} minutes. Nothing has been refunded so far.',
    noOne:
      'I could reach no colleague either. Nothing has been refunded. Please write to help@fernkettle.example and name order A-1001.',
    notFound: 'No order with this id. Ask the customer for the number in the confirmation mail, for example A-1001.',
  },
  'zh-CN': {
    question: '我的订单 A-1001 收到时已经坏了，请退款。',
    item: '手冲咖啡套装',
    currency: 'CNY',
    think: '顾客要求给 A-1001 退款。先要看到订单记录，才能做决定。',
    look: '我先查询订单 A-1001。',
    thinkRefund: '已送达，收到时已损坏：可以退款。订单号和金额取自记录。',
    reason: '收到时已损坏',
    done: '已办好。订单 {{result.lookup_order/order_id}}（{{result.lookup_order/item}}）已退款 {{result.lookup_order/amount}} {{result.lookup_order/currency}}，退款编号 {{result.process_refund/refund_id}}，{{result.process_refund/days}} 天内退回您的卡。很抱歉商品寄到时坏了。',
    shipped:
      '订单 {{result.lookup_order/order_id}}（{{result.lookup_order/item}}）还在运送途中，现在还不能退款。送达之后可以办理退货或退款。如果您收到的损坏商品属于另一个订单，请告诉我订单号，我来查询。',
    refunded:
      '订单 {{result.lookup_order/order_id}} 之前已经退款：{{result.lookup_order/amount}} {{result.lookup_order/currency}} 已退回您的卡，没有需要再退的金额。',
    thinkError: '查询失败。没有记录就不能退款，也不能猜测：转给人工。',
    cannotRead: '我现在读不到这个订单，已转给同事处理。',
    lookupFailed: '顾客要求给 A-1001 退款，收到时已损坏；lookup_order 失败。',
    thinkStatus: '记录里没有可以据此操作的状态，应由人来决定。',
    unclear: '从记录中无法判断该怎么做，我请同事来处理。',
    statusUnclear: '顾客要求给 A-1001 退款，收到时已损坏；订单记录里没有可退款的状态。',
    thinkRefundError: '退款没有成功。盲目重试可能重复付款：应由人查看。',
    refundFailed: '退款没有成功，已转给同事处理。',
    refundFailedSummary: 'A-1001 符合退款条件（已送达、损坏），但 process_refund 失败。',
    handedOver:
      '同事会接手：您的工单号是 {{result.escalate_to_person/ticket}}，{{result.escalate_to_person/wait_minutes}} 分钟内会联系您。目前还没有退款。',
    noOne: '我也没能联系到同事。目前没有退款。请写信到 help@fernkettle.example，并注明订单 A-1001。',
    notFound: '没有这个订单号。请顾客提供确认邮件中的号码，例如 A-1001。',
  },
} satisfies Localized<Record<string, string>>;

type Words = (typeof WORDS)['en'];

/**
 * Values flow: the refund takes order id and amount from the lookup, so editing the lookup's result changes what
 * happens next. Every status has its own way, a failed tool goes to a person.
 */
export const refund: ScenarioSource = {
  id: 'refund',
  title: { en: 'Refund for A-1001', 'zh-CN': 'A-1001 的退款' },
  about: {
    en: 'Look an order up, then refund it with the values that came back. Edit the result (status shipped, refunded, or an error) and the story takes another turn.',
    'zh-CN':
      '先查询订单，再用查到的值退款。修改结果（status 改成 shipped、refunded，或改成错误），故事就会走向另一条路。',
  },
  build(language) {
    const words: Words = WORDS[language];
    return {
      request: request({
        system: refundSystem(language),
        tools: refundTools(language),
        thinking: { type: 'adaptive', display: 'summarized' },
        max_tokens: 2048,
        question: words.question,
      }),
      rules: rules(words, language),
      tool_results: {
        lookup_order: [
          resultWhen({ pointer: '/order_id', equals: 'A-1001' }, { content: record(words), delayMs: 310 }),
          resultElse({ content: words.notFound, is_error: true, delayMs: 310 }),
        ],
        process_refund: { content: '{"refund_id": "RF-7731", "state": "issued", "days": 5}', delayMs: 480 },
        escalate_to_person: { content: '{"ticket": "T-204", "wait_minutes": 15}', delayMs: 120 },
      },
    };
  },
};

/** Newest events first: a case that was handed over stays there, whatever the lookup said before. */
function rules(words: Words, language: Language): ScenarioRule[] {
  const said = { saidByUser: { contains: 'A-1001' } };
  const result = (tool: string, test: Record<string, unknown> = {}) => ({ ...said, result: { tool, ...test } });
  const status = (equals: string) => result('lookup_order', { isError: false, pointer: '/status', equals });
  const handOver = (why: string, say: string, summary: string) => [
    thinking(why),
    text(say),
    call('escalate_to_person', { order_id: 'A-1001', summary }),
  ];
  const payBack = call('process_refund', {
    order_id: '{{result.lookup_order/order_id}}',
    amount: '{{result.lookup_order/amount}}',
    reason: words.reason,
  });
  return [
    rule(result('escalate_to_person', { isError: true }), [text(words.noOne)]),
    rule(result('escalate_to_person'), [text(words.handedOver)]),
    rule(
      result('process_refund', { isError: true }),
      handOver(words.thinkRefundError, words.refundFailed, words.refundFailedSummary),
    ),
    rule(result('process_refund'), [text(words.done)]),
    rule(result('lookup_order', { isError: true }), handOver(words.thinkError, words.cannotRead, words.lookupFailed)),
    rule(status('delivered'), [thinking(words.thinkRefund), payBack]),
    rule(status('shipped'), [text(words.shipped)]),
    rule(status('refunded'), [text(words.refunded)]),
    rule(result('lookup_order'), handOver(words.thinkStatus, words.unclear, words.statusUnclear)),
    rule(said, [thinking(words.think), text(words.look), call('lookup_order', { order_id: 'A-1001' })]),
    offScriptRule(language),
  ];
}

/** Written out, because people edit it: one field per line, the amount with its cents. */
function record({ item, currency }: Words): string {
  return [
    '{',
    '  "order_id": "A-1001",',
    '  "status": "delivered",',
    `  "item": "${item}",`,
    '  "amount": 129.00,',
    `  "currency": "${currency}"`,
    '}',
  ].join('\n');
}
