import type { notify as english } from '../en/notify.ts';
import type { Translated } from '../translated.ts';

export const notify: Translated<typeof english> = {
  title: '通知',
  label: '运行停下时通知我',
  note: '本页面在后台时，超过五秒的运行一旦停下、结束或等待你，浏览器就会通知。',
  on: '通知已开启：页面在后台时，较长的运行停下会有通知。',
  off: '通知已关闭。',
  refused: '浏览器拒绝了此地址的通知。请在浏览器的网站设置中允许，再重新开启。',
  dismissed: '没有授予通知权限，通知仍为关闭。再次开启会重新询问。',
  missing: '此浏览器没有通知功能。标签页的标题和图标会显示状态。',
  body: '{session} · {branch}',
};
