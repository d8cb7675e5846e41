const SHAPES = {
  user: { path: 'M6 .6a5.4 5.4 0 1 1 0 10.8A5.4 5.4 0 0 1 6 .6Z', color: 'var(--user)' },
  assistant: { path: 'M.9.9H11.1V11.1H.9Z', color: 'var(--assistant)' },
  // Hexagon nut.
  tool: {
    path: 'M3.4.8H8.6L11.7 6 8.6 11.2H3.4L.3 6Z M6 3.9a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2Z',
    color: 'var(--tool)',
  },
  // The API puts system text beside the messages; it has no lane and stands in ink.
  system: { path: 'M.9 2H11.1V4.4H.9Z M.9 7.6H11.1V10H.9Z', color: 'var(--ink)' },
} as const;

/** The lane mark: user = disc, assistant = square, tool = hexagon nut. */
export function RoleGlyph(props: { role: keyof typeof SHAPES; size?: number; className?: string }) {
  const { size = 12 } = props;
  const shape = SHAPES[props.role];
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden className={props.className}>
      <path d={shape.path} fill={shape.color} fillRule="evenodd" />
    </svg>
  );
}
