import { ChevronLeft, ChevronRight, Pause, Play, StepBack } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { JumpKind } from '../../../shared/view/timeline-jump.ts';
import type { CommandId } from '../../commands/command-types.ts';
import { useCommand } from '../../commands/use-command.ts';
import { SPEEDS, type Speed, useReplay } from '../../store/replay-state.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';

const JUMPS: Record<JumpKind, { previous: CommandId; next: CommandId }> = {
  turn: { previous: 'previousTurn', next: 'nextTurn' },
  problem: { previous: 'previousProblem', next: 'nextProblem' },
  breakpoint: { previous: 'previousBreakpoint', next: 'nextBreakpoint' },
};
const KINDS: readonly JumpKind[] = ['turn', 'problem', 'breakpoint'];

/** Moves the needle without the hand on it: a stop back, by itself, or to the next place of a kind. */
export function ReplayControls() {
  const playing = useReplay((replay) => replay.playing);
  const kind = useReplay((replay) => replay.jump);
  return (
    <div className="t-controls">
      <Control id="stepBack" icon={<StepBack size={15} aria-hidden />} />
      <Control
        id="play"
        icon={playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        pressed={playing}
      />
      <SpeedPicker />
      <i className="t-rule" aria-hidden />
      <Control id={JUMPS[kind].previous} icon={<ChevronLeft size={16} aria-hidden />} />
      <JumpPicker kind={kind} />
      <Control id={JUMPS[kind].next} icon={<ChevronRight size={16} aria-hidden />} />
    </div>
  );
}

function Control({ id, icon, pressed }: { id: CommandId; icon: ReactNode; pressed?: boolean }) {
  const { command, label, keys, refusal } = useCommand(id);
  return (
    <IconButton
      small
      label={label}
      icon={icon}
      disabledReason={refusal}
      onClick={() => command.run()}
      {...(keys ? { keys } : {})}
      {...(pressed === undefined ? {} : { pressed })}
    />
  );
}

function SpeedPicker() {
  const t = useTranslations('timeline');
  const speed = useReplay((replay) => replay.speed);
  return (
    <Select
      label={t('speed')}
      look="line"
      items={SPEEDS.map((each) => ({ value: String(each), label: t('speedOf', { speed: each }) }))}
      value={String(speed)}
      onChange={(value) => useReplay.setState({ speed: Number(value) as Speed })}
      className="!mx-0"
    />
  );
}

function JumpPicker({ kind }: { kind: JumpKind }) {
  const t = useTranslations('timeline');
  return (
    <Select
      label={t('jump')}
      look="line"
      shown={<span className="t-jump">{t(`jumpBy.${kind}`)}</span>}
      items={KINDS.map((each) => ({ value: each, label: t(`jumpBy.${each}`) }))}
      value={kind}
      onChange={(jump) => useReplay.setState({ jump })}
      className="!mx-0"
    />
  );
}
