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
  speed: '速度',
  speedOf: '{speed, number}×',
  jump: '跳转方式',
  jumpBy: { turn: '轮', problem: '问题', breakpoint: '断点' },
  noNext: {
    turn: '这是最后一轮。',
    problem: '此处之后没有问题。',
    breakpoint: '此处之后没有断点停过。',
  },
  noPrevious: {
    turn: '这是开头。',
    problem: '此处之前没有问题。',
    breakpoint: '此处之前没有断点停过。',
  },
  nothingToPlay: '还没有可以播放的事件。',
  overview: '所有轮',
  keys: '方向键逐个事件移动，加 Shift 逐个停点；Page 键逐轮',
};
