import { useEffect, useState } from 'react';
import type { Scenario } from '../../../shared/scripted/scenario-types.ts';
import type { SessionRecord } from '../../../shared/session/state.ts';

interface Loaded {
  source: SessionRecord['scenario'];
  scenario: Scenario | null;
}

/**
 * The script of a session; null until it is loaded and for sessions without one. Built-in scripts come in a file
 * of their own, so that the page starts without them.
 */
export function useScenario(source: SessionRecord['scenario']): Scenario | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void load(source).then((result) => {
      if (!stop.signal.aborted) setLoaded(result);
    });
    return () => stop.abort();
  }, [source]);
  return loaded?.source === source ? loaded.scenario : null;
}

async function load(source: SessionRecord['scenario']): Promise<Loaded> {
  try {
    return { source, scenario: await scenarioOf(source) };
  } catch {
    // Without the script there is just nothing to say about it.
    return { source, scenario: null };
  }
}

async function scenarioOf(source: SessionRecord['scenario']): Promise<Scenario | null> {
  if (source === null) return null;
  if ('document' in source) {
    const { parseScenario } = await import('../../../shared/scripted/parse-scenario.ts');
    const parsed = parseScenario(source.document);
    return parsed.ok ? parsed.scenario : null;
  }
  const { findScenario } = await import('../../../shared/curriculum/scenarios/registry.ts');
  return findScenario(source.id, source.language);
}
