import { Popover } from '@base-ui/react/popover';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { SCOPE_NAMES, type ScopeName } from '../../../shared/debugger/scope.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { POPUP } from '../../ui/popup-classes.ts';
import { useWords } from './use-words.ts';

const OPERATORS = '== != > >= < <= · in · not in · contains · glob · and or not ( )';
const CONDITIONS = [
  'input.amount > 100 and tool != "lookup_order"',
  'input.path glob "/etc/*"',
  'turn >= 5 or usage.output_tokens > 2000',
  'text contains "refund" and not is_error',
];
const MESSAGE = 'refund of {input.amount} in turn {turn}';
const LINES = [
  'tool process_refund when input.amount > 100',
  'stop_reason max_tokens',
  'results hit >= 2 log {tool}: {result}',
  'cost > 0.25',
];

/** The names and the words of conditions, with examples. */
export function HelpPopover() {
  const { help } = useWords();
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<IconButton small label={help.open} icon={<CircleQuestionMark size={15} aria-hidden />} />}
      />
      <Popover.Portal>
        <Popover.Positioner side="right" align="start" sideOffset={8} collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label={help.open}
            className={`${POPUP} max-h-[min(40rem,var(--available-height))] w-[26rem] max-w-[92vw] overflow-y-auto p-4`}
          >
            <Names title={help.perCall} names={SCOPE_NAMES.filter((each) => each.perCall)} />
            <Names title={help.always} names={SCOPE_NAMES.filter((each) => !each.perCall)} />
            <p className="mono mt-3 text-code">{OPERATORS}</p>
            <p className="mt-1 text-ink-2">{help.text}</p>
            <Examples title={help.examples} lines={CONDITIONS} />
            <Examples title={help.logText} lines={[MESSAGE]} />
            <Examples title={help.lineText} lines={LINES} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Names({ title, names }: { title: string; names: readonly ScopeName[] }) {
  const words: Readonly<Record<string, string>> = useWords().help.names;
  return (
    <>
      <Heading>{title}</Heading>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-0.5">
        {names.map(({ name }) => (
          <div key={name} className="contents">
            <dt className="mono text-code font-semibold">{name}</dt>
            <dd className="text-ink-2">{words[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Examples({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <Heading>{title}</Heading>
      {lines.map((line) => (
        <code key={line} className="mono block text-code">
          {line}
        </code>
      ))}
    </>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <h4 className="mt-3 mb-1 font-semibold first:mt-0">{children}</h4>;
}
