import type { JumpDirection, JumpKind } from '../../shared/view/timeline-jump.ts';
import { translator } from '../i18n/translator.ts';
import { canJump, jump } from '../store/jump.ts';
import { useReplay } from '../store/replay-state.ts';
import { traceNow } from '../store/trace.ts';
import type { CommandId, PageCommand } from './command-types.ts';

function jumpCommand(id: CommandId, kind: JumpKind, direction: JumpDirection, key: string): PageCommand {
  return {
    id,
    group: 'look',
    keys: [key],
    run: () => jump(kind, direction),
    refusal: () => (canJump(kind, direction) ? null : translator('timeline')(`${NO[direction]}.${kind}`)),
  };
}

const NO = { next: 'noNext', previous: 'noPrevious' } as const;

/** Ways along the record of a run. Nothing is executed by them. */
export const TIME_COMMANDS: readonly PageCommand[] = [
  { id: 'play', group: 'look', keys: ['Shift+p'], run: togglePlay, refusal: playRefusal },
  jumpCommand('previousTurn', 'turn', 'previous', '['),
  jumpCommand('nextTurn', 'turn', 'next', ']'),
  jumpCommand('previousProblem', 'problem', 'previous', '<'),
  jumpCommand('nextProblem', 'problem', 'next', '>'),
  jumpCommand('previousBreakpoint', 'breakpoint', 'previous', '{'),
  jumpCommand('nextBreakpoint', 'breakpoint', 'next', '}'),
];

function togglePlay(): void {
  if (useReplay.getState().playing) useReplay.setState({ playing: false });
  else void import('../store/replay-player.ts').then(({ play }) => play());
}

function playRefusal(): string | null {
  const marks = traceNow()?.trace.marks.length ?? 0;
  return marks > 1 ? null : translator('timeline')('nothingToPlay');
}
