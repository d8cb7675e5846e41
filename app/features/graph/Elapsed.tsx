import { useEffect, useState } from 'react';

const EVERY_MS = 100;

/** Seconds since a moment (ms since the epoch), counting while it is on the page. */
export function Elapsed(props: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="g-mono tabular">{(Math.max(0, now - props.since) / 1000).toFixed(1)} s</span>;
}
