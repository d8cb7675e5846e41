import { isRecord } from '../../messages/blocks.ts';
import { documentImporter } from '../importer.ts';
import type { DocumentContext } from '../importer.ts';
import type { ImportedConversation } from '../import-types.ts';
import type { Row } from '../input.ts';
import { isInspectSample, modelCalls, otherCalls, readSample } from '../inspect-sample.ts';
import type { InspectHead } from '../inspect-sample.ts';
import { listAt, recordAt, stringAt } from '../transcript.ts';

/** Inspect logs: `.json`, the samples inside `.eval` archives, lists of events. */
export const inspectImporter = documentImporter({ id: 'inspect', label: 'Inspect log', matches, convert });

function matches(value: unknown): number {
  if (isInspectSample(value)) return 0.97;
  if (!isRecord(value)) return 0;
  if (recordAt(value, 'eval') && 'version' in value && ('plan' in value || 'samples' in value)) return 0.98;
  return isEventList(value) ? 0.9 : 0;
}

function isEventList(value: Record<string, unknown>): boolean {
  return listAt(value, 'events').some(
    (event) => isRecord(event) && event.event === 'model' && Array.isArray(event.input),
  );
}

function convert({ value, ref }: Row, context: DocumentContext): ImportedConversation[] {
  if (!isRecord(value)) return [];
  if (isInspectSample(value)) return readSample(value, { task: null, model: null }, ref, context);
  if (recordAt(value, 'eval')) {
    const samples = listAt(value, 'samples').filter(isRecord);
    const used = samples.filter((sample) => Array.isArray(sample.messages));
    if (used.length < samples.length)
      context.sink.note(
        'sample-without-messages',
        'Samples without messages were left out.',
        samples.length - used.length,
      );
    return used.flatMap((sample) => readSample(sample, headOf(value), ref, context));
  }
  return otherCalls(modelCalls(listAt(value, 'events').filter(isRecord), value), null, (event) => event, ref, context);
}

function headOf(log: Record<string, unknown>): InspectHead {
  const evaluation = recordAt(log, 'eval');
  return { task: stringAt(evaluation, 'task'), model: stringAt(evaluation, 'model') };
}

/** Files of an `.eval` archive beside its samples: headers, summaries, the journal. They hold no messages. */
export function isInspectSupport(name: string, entries: readonly string[]): boolean {
  const isLog = entries.includes('header.json') || entries.includes('_journal/start.json');
  return isLog && !/(^|\/)samples\/[^/]+\.json$/.test(name);
}
