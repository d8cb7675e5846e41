import { branchById } from '../../shared/session/tree.ts';
import { RunWatch, type RunStop } from '../../shared/view/run-watch.ts';
import { translator } from '../i18n/translator.ts';
import { pillText } from '../store/pill-text.ts';
import { pillOf } from '../store/pill.ts';
import { viewBranch } from '../store/session-actions.ts';
import { useSession } from '../store/session-store.ts';

/** A run that was over sooner needs no notification: nobody has gone away. */
export const LONG_MS = 5000;

/**
 * Says in a notification of the browser when a run of the open session comes to rest after more than five seconds
 * while the page is hidden. Ends with the returned function.
 */
export function notifyStops(): () => void {
  let watch = new RunWatch();
  let session: string | null = null;
  // A place in the list, not a seq: the page's log leaves the raw stream text out.
  let next = 0;
  const read = (tell: boolean): void => {
    const { sessionId, log } = useSession.getState();
    if (sessionId !== session || log.events.length < next) {
      [watch, session, next] = [new RunWatch(), sessionId, 0];
      // What happened before the session was opened is not news.
      tell = false;
    }
    for (const event of log.events.slice(next)) {
      const stop = watch.read(event);
      if (tell && stop && stop.ms > LONG_MS && document.visibilityState === 'hidden') show(stop);
    }
    next = log.events.length;
  };
  read(false);
  const stop = useSession.subscribe((now, before) => {
    if (now.newest !== before.newest || now.sessionId !== before.sessionId) read(before.newest !== null);
  });
  return stop;
}

/** The state in words is the title; a click brings the page forward and looks at the branch. */
function show({ branch: id }: RunStop): void {
  const { newest } = useSession.getState();
  const branch = newest && branchById(newest, id);
  if (!branch) return;
  const body = translator('notify')('body', { session: newest.record.title, branch: branch.name });
  try {
    // One notification per session: the next stop takes the place of the last.
    const tag = `loupe ${useSession.getState().sessionId}`;
    const notification = new Notification(pillText(pillOf(branch), translator('state')), { body, tag });
    notification.addEventListener('click', () => {
      window.focus();
      viewBranch(id);
      notification.close();
    });
  } catch {
    // Browsers on phones have the name and refuse the call; the title and the icon of the tab still tell.
  }
}
