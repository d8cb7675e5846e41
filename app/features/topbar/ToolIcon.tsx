import type { CommandId } from '../../commands/command-types.ts';

/** The drawings of the debug verbs, after those every debugger uses. */
const PATHS: Partial<Record<CommandId, { stroke?: string; fill?: string }>> = {
  continue: { fill: 'M2.5 2.5 10.5 8 2.5 13.5Z', stroke: 'M13 2.6V13.4' },
  pause: { fill: 'M3.6 2.5H6.4V13.5H3.6ZM9.6 2.5H12.4V13.5H9.6Z' },
  step: { stroke: 'M8 1.6V8.6M5 6 8 9 11 6', fill: 'M8 11a1.9 1.9 0 1 1 0 3.8A1.9 1.9 0 0 1 8 11Z' },
  stepTurn: {
    stroke: 'M1.8 9.2A6.2 6.2 0 0 1 13.4 6.6M14 2.4V7H9.4',
    fill: 'M8 11a1.9 1.9 0 1 1 0 3.8A1.9 1.9 0 0 1 8 11Z',
  },
  stepInto: { stroke: 'M8 1.4V9.4M4.8 6.2 8 9.4 11.2 6.2M2.6 10.4V14H13.4V10.4' },
  stepOut: { stroke: 'M8 9.4V1.8M5 4.6 8 1.6 11 4.6', fill: 'M8 11a1.9 1.9 0 1 1 0 3.8A1.9 1.9 0 0 1 8 11Z' },
  restart: { stroke: 'M13.4 8A5.4 5.4 0 1 1 11.6 4M13.6 1.2V4.8H10' },
  stop: { fill: 'M3 3H13V13H3Z' },
};

export function ToolIcon({ id }: { id: CommandId }) {
  const paths = PATHS[id];
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" aria-hidden>
      {paths?.fill && <path d={paths.fill} fill="currentColor" />}
      {paths?.stroke && <path d={paths.stroke} stroke="currentColor" strokeWidth={1.7} />}
    </svg>
  );
}
