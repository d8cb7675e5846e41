import type { ToolDefinition } from '../../messages/types.ts';
import { tool } from './building.ts';
import type { Language, Localized } from './building.ts';

interface Words {
  system: string;
  lookup: string;
  orderId: string;
  refund: string;
  sameId: string;
  amount: string;
  reason: string;
  escalate: string;
  summary: string;
}

const WORDS: Localized<Words> = {
  en: {
    system:
      'You are the support assistant of Fern & Kettle, a shop for coffee things. Look an order up before you say anything about it. Refund delivered orders only. When a lookup or a refund fails, hand the case to a person; never invent an order.',
    lookup:
      'Find one order by its id. Returns JSON with order_id, status (processing, shipped, delivered or refunded), item, amount and currency. Call it first: the other tools need its values.',
    orderId: 'Order id as the customer wrote it, for example A-1001',
    refund:
      'Pay an order back to the card it was paid with. order_id and amount must come from the result of lookup_order, never from the customer’s message. For orders with status delivered only. Cannot be undone.',
    sameId: 'order_id from the result of lookup_order',
    amount: 'amount from the result of lookup_order',
    reason: 'Why the customer gets the money back, in a few words',
    escalate:
      'Hand a case to a member of staff. Use it when a tool fails or the rules do not allow what the customer needs. Returns JSON with ticket and wait_minutes.',
    summary: 'What the customer wants and what went wrong, in one sentence',
  },
  'zh-CN': {
    system:
      '你是咖啡用品店 Fern & Kettle 的客服助手。谈论订单之前必须先查询。只给已送达的订单退款。查询或退款失败时，把问题转给人工；绝不编造订单。',
    lookup:
      '按订单号查询一个订单。返回 JSON：order_id、status（processing、shipped、delivered 或 refunded）、item、amount 和 currency。必须最先调用：其他工具需要它的返回值。',
    orderId: '顾客写的订单号，例如 A-1001',
    refund:
      '把订单金额退回原支付卡。order_id 和 amount 必须来自 lookup_order 的结果，不能取自顾客的消息。仅限 status 为 delivered 的订单。无法撤销。',
    sameId: 'lookup_order 结果中的 order_id',
    amount: 'lookup_order 结果中的 amount',
    reason: '用几个字说明退款原因',
    escalate: '把问题转给一名员工。工具失败，或规则不允许满足顾客需求时使用。返回 JSON：ticket 和 wait_minutes。',
    summary: '用一句话说明顾客的需求和出现的问题',
  },
};

export function refundSystem(language: Language): string {
  return WORDS[language].system;
}

/** The three tools of the shop; the descriptions say which value has to come from which call. */
export function refundTools(language: Language): ToolDefinition[] {
  const words = WORDS[language];
  const string = (description: string) => ({ type: 'string', description });
  return [
    tool('lookup_order', words.lookup, { order_id: string(words.orderId) }),
    tool('process_refund', words.refund, {
      order_id: string(words.sameId),
      amount: { type: 'number', description: words.amount },
      reason: string(words.reason),
    }),
    tool('escalate_to_person', words.escalate, { order_id: string(words.orderId), summary: string(words.summary) }),
  ];
}
