import type { problems as english } from '../en/problems.ts';
import type { Translated } from '../translated.ts';

export const problems: Translated<typeof english> = {
  list: '下一次请求的问题',
  none: '没有问题：API 会接受下一次请求。',
  noSession: '没有打开的会话。',
  wouldAnswer: 'API 会回答',
  wouldAccept: 'API 会接受',
  firstNote: '最先报告',
  assumed: '推测：这个模型没有得到证实',
  unknownWords: '原话未知。',
  fix: '修复',
  fixNote: '修复 {path}。',
  steps: {
    add: '添加 {what}，位置 <code>{path}</code>。',
    remove: '去掉 {what} <code>{path}</code>。',
    change: '修改 {what} <code>{path}</code>。',
  },
  moreSteps: '另有 {count, number} 处改动。',
  undoable: '可以撤销。',
  noFix: '没有已知的安全修复。请手工编辑 {path}。',
  fixed: '已按规则 {rule} 修复。撤销可以恢复旧版本。',
  goTo: '转到 {path}',
  ids: '调用 {ids}',
  severity: { error: '错误', warning: '警告', info: '提示' },
  announce: '{errors, plural, =0 {没有 API 会拒绝的问题} other {有 # 个问题 API 会拒绝}}。',
  past: '页面显示的是过去：那一刻的问题。',
};
