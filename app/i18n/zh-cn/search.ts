import type { search as english } from '../en/search.ts';
import type { Translated } from '../translated.ts';

export const search: Translated<typeof english> = {
  label: '在会话中搜索',
  field: '搜索',
  placeholder: '搜索',
  count: '第 {at, number} 处，共 {count, number} 处',
  none: '没有找到',
  searching: '正在搜索',
  elsewhere: '别处 {count, number} 处',
  nextHit: '下一处',
  lastHit: '上一处',
  all: '全部结果',
  close: '关闭搜索',
  list: '搜索结果',
  here: '在此分支上',
  onBranch: '在分支 {name} 上',
  later: '在此分支的稍后处',
  nowhere: '已被编辑替换，或在已删除的分支上',
  times: '{count, number} 处',
};
