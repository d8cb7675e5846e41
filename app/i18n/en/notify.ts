export const notify = {
  title: 'Notifications',
  label: 'Notify when a run stops',
  note: 'While this page is hidden, the browser says when a run of more than five seconds has stopped, ended or waits for you.',
  on: 'Notifications are on: long runs that stop while this page is hidden are told.',
  off: 'Notifications are off.',
  refused:
    'The browser refuses notifications from this address. Allow them in its settings for this page, then switch on again.',
  dismissed: 'The browser was not told to allow notifications, so they stay off. Switch on again to be asked.',
  missing: 'This browser has no notifications. The title and the icon of the tab show the state.',
  body: '{session} · {branch}',
} as const;
