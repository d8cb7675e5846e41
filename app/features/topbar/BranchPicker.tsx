import { GitBranch } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Branch } from '../../../shared/session/state.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { Select } from '../../ui/Select.tsx';

const NONE: readonly Branch[] = [];

/** The branches of the session; choosing one looks at it as it is now. */
export function BranchPicker() {
  const t = useTranslations('commands');
  const branches = useSession((session) => session.newest?.record.branches ?? NONE);
  const home = useSession((session) => session.homeBranch);
  const alive = branches.filter((branch) => !branch.deleted);
  const note = (branch: Branch): string => {
    const at = t('branchAt', { phase: branch.outcome?.reason ?? branch.phase, turn: branch.turn });
    const from = branch.from && branches.find((each) => each.id === branch.from?.branch);
    const origin = from && branch.from ? t(`branchFrom.${branch.from.why}`, { branch: from.name }) : null;
    return [origin, branch.edited ? t('branchEdited') : null, at].filter(Boolean).join(' · ');
  };
  return (
    <Select
      label={t('branch')}
      icon={<GitBranch size={15} aria-hidden />}
      items={alive.map((branch) => ({ value: branch.id, label: branch.name, note: note(branch), mono: true }))}
      value={home}
      onChange={viewBranch}
      tight
      className="max-w-26 mid:max-w-32 wide:max-w-40"
    />
  );
}
