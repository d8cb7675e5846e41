import type { PairRef } from '../../../shared/view/graph-types.ts';
import { classNames } from '../../ui/class-names.ts';
import { hueStyle } from './hue.ts';

/** The short id of a call, in the hue of its pair; filled while the pair is lit. */
export function PairTag(props: { pair: PairRef; lit: boolean }) {
  const { pair, lit } = props;
  return (
    <span className={classNames('g-tag', lit && 'g-tag-lit')} style={hueStyle(pair.hue)} title={pair.key}>
      {pair.tag}
    </span>
  );
}
