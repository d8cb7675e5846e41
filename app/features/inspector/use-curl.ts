import { useEffect, useState } from 'react';
import type { RequestBody } from '../../../shared/messages/types.ts';
import type { ConfigData } from '../../../shared/session/events.ts';
import { curlOf } from '../../../shared/view/inspect-curl.ts';
import { getSetup } from '../../api/client.ts';
import { useSession } from '../../store/session-store.ts';

const API_VERSION = '2023-06-01';
const DEFAULT_BASE = 'https://api.anthropic.com';

/** Makes a curl command for a body, addressed to where the branch sends its requests. */
export function useCurl(config: ConfigData): (body: RequestBody) => string {
  const scenario = useSession((session) => session.viewed?.record.scenario ?? null);
  const [live, setLive] = useState(DEFAULT_BASE);
  useEffect(() => {
    if (config.endpoint !== 'live') return;
    let mounted = true;
    getSetup().then(
      (setup) => mounted && setLive(setup.baseUrl.value || DEFAULT_BASE),
      // Without the server the public address is as good a guess as any.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [config.endpoint]);
  const scripted = config.endpoint === 'scripted' && scenario !== null && 'id' in scenario;
  const baseUrl = scripted ? `${location.origin}/scripted/${scenario.id}` : live;
  return (body) => curlOf(body, { baseUrl, apiVersion: API_VERSION, key: !scripted });
}
