import type { lab as english } from '../en/lab.ts';
import type { Translated } from '../translated.ts';

export const lab: Translated<typeof english> = {
  whatIf: {
    title: '假如这里是……',
    about: '选另一个 <code>stop_reason</code> 或一种故障：从那里开出一条新分支，这条回答保持原样。',
    choose: '另一种结尾，或一种故障',
    madeUp: '这是假设。',
    madeUpReason: '没有发送任何请求：假如 <code>stop_reason</code> 是 <code>{reason}</code> 呢？',
    madeUpFault: '没有发送任何请求。假如：{fault}？',
    showOriginal: '看原来的',
    faults: {
      cut_stream: '流在中途断开',
      truncated_input: '工具输入被 max_tokens 截断',
      invalid_input: '工具输入不是 JSON',
      rate_limit: '429 rate_limit_error',
      overloaded: '529 overloaded_error',
      refused: '一个字没写就拒绝',
      prompt_too_long: '400，提示本身超出上下文窗口',
    },
    follows: {
      'runs-calls': '运行{calls, plural, other {全部 # 个调用}}，结果放进同一条 user 消息发回。',
      'no-call': '运行以 protocol_error 失败：声称有调用，却一个也没有。',
      'open-calls': '运行以 protocol_error 失败：这样结束，会有{calls, plural, other { # 个调用}}无人回应。',
      'sent-again': '回答原样发回，什么也不加，接着发下一个请求。',
      'too-many-pauses': '运行以 pause_limit 停止：连续最多允许 {most, number} 次。',
      done: '运行完成。你再开口之前，不会再发送任何内容。',
      'cut-ends': '运行因被截断而停止。可能只写了一半的调用绝不会运行。',
      'cut-text-goes-on': '截断的文字保留，再用一条 user 消息请模型接着写。',
      'cut-call-asked-again': '截断的调用绝不会运行：同样的消息以两倍的 max_tokens 重发。',
      'cut-call-answered': '截断的调用绝不会运行：用一个错误结果回应它，循环继续。',
      refused: '运行停止，而且这不算完成。被拒的回答不会进入消息列表。',
      'window-full': '运行停止。调用不会运行，得先把历史缩短。',
      unknown: '运行停止，说明不认识这个值，并保留一切。',
      'input-answered': '这个调用不会运行：用错误结果告诉模型哪里不对。其他调用照常运行。',
      retried: '主机等大约 {wait}，然后真的重发同一个请求，最多 {most, number} 次。',
      fails: '运行立即失败：这种错误不会重试。',
    },
  },
};
