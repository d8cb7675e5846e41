import { ConfigForm } from './ConfigForm.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { LimitsLink } from './LimitsLink.tsx';
import { NotifySwitch } from './NotifySwitch.tsx';

/** What goes out beside the messages, where to, and how far a run may go. */
export function SetupPanel() {
  return (
    <>
      <ConfigForm />
      <LimitsLink />
      <ConnectionForm />
      <NotifySwitch />
    </>
  );
}
