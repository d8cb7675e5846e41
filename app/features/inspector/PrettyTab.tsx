import type { Subject } from '../../../shared/view/inspect-subject.ts';
import type { EditTarget } from '../../../shared/view/inspect-edit.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { AttemptPretty } from './AttemptPretty.tsx';
import { BlockPretty } from './BlockPretty.tsx';
import { MessagePretty } from './MessagePretty.tsx';
import { NextPretty } from './NextPretty.tsx';
import { PairPretty } from './PairPretty.tsx';
import { ResultsPretty } from './ResultsPretty.tsx';

/** The subject laid out for reading, with what can be done about it. */
export function PrettyTab(props: { view: PathView; subject: Subject; target: EditTarget | null }) {
  const { view, subject, target } = props;
  switch (subject.kind) {
    case 'pair':
      return <PairPretty view={view} subject={subject} target={target} />;
    case 'results':
      return <ResultsPretty view={view} subject={subject} />;
    case 'message':
      return <MessagePretty view={view} subject={subject} />;
    case 'block':
      return <BlockPretty view={view} subject={subject} />;
    case 'attempt':
      return <AttemptPretty view={view} attempt={subject.attempt} open={subject.open} />;
    case 'next':
      return <NextPretty view={view} />;
  }
}
