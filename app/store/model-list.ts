import { KNOWN_MODELS } from '../../shared/messages/profiles.ts';

/** Models to choose from, newest first; any other id can be typed in Setup. */
export function modelList(): readonly string[] {
  return KNOWN_MODELS;
}
