import type { timeline as english } from '../en/timeline.ts';
import type { Translated } from '../translated.ts';

export const timeline: Translated<typeof english> = {
  name: '时间线',
  place: '<b>事件 {at, number}</b> / {count, number}',
  spoken: '事件 {at, number} / {count, number}，{time}，第 {turn, number} 轮',
  spokenStop: '事件 {at, number} / {count, number}，{time}，第 {turn, number} 轮，停在 {stop}',
  turn: '第 {turn, number} 轮',
  turnReason: '第 {turn, number} 轮 · {reason}',
  next: '第 {turn, number} 轮，接下来',
  user: '用户',
  assistant: '助手',
  tools: '工具',
  overview: '所有轮',
  keys: '方向键逐个事件移动，加 Shift 逐个停点；Page 键逐轮',
};
