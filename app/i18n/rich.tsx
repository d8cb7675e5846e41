import type { ReactNode } from 'react';

/** Tags for `t.rich`: `<code>tool_use</code>` in a text becomes the API's name in the mono face, `<b>` strong ink. */
export const rich = {
  code: (chunks: ReactNode): ReactNode => <code className="mono text-[0.92em]">{chunks}</code>,
  b: (chunks: ReactNode): ReactNode => <strong className="font-semibold">{chunks}</strong>,
};
