import { isRecord } from '../../messages/blocks.ts';
import { tokensAt, usageOf } from '../apis/convert.ts';
import { anyAnswer, anyRequest } from '../dialects/any-message.ts';
import { share } from '../detect.ts';
import { ExchangeTree } from '../exchanges.ts';
import type { RecordRef } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { between, readTime } from '../time.ts';
import { listAt, recordAt, stringAt } from '../transcript.ts';

/** LangSmith runs: batches of `{post, patch}`, exported lists. Runs of models make the conversations. */
export const langsmithImporter: Importer = {
  id: 'langsmith',
  label: 'LangSmith runs',
  detect: (sample) => (share(sample.rows.flatMap(runsIn), isRun) > 0.5 ? 0.97 : 0),
  async read(input) {
    const runs = new Map<string, { run: Record<string, unknown>; ref: RecordRef }>();
    for await (const { value, ref } of input.rows()) {
      const own = runsIn(value).filter(isRecord);
      if (own.length === 0) input.sink.drop(ref, 'unknown-record', 'The record holds no runs.');
      else input.sink.seen += own.length - 1;
      for (const run of own) {
        input.sink.count(stringAt(run, 'run_type') ?? 'run', run.run_type === 'llm' ? 'message' : 'meta');
        const id = stringAt(run, 'id') ?? String(runs.size);
        const before = runs.get(id)?.run ?? {};
        const patch = Object.fromEntries(
          Object.entries(run).filter(
            ([, part]) => part !== null && part !== undefined && !(isRecord(part) && Object.keys(part).length === 0),
          ),
        );
        runs.set(id, { run: { ...before, ...patch }, ref });
      }
    }
    const tree = new ExchangeTree();
    const order = (run: Record<string, unknown>) =>
      stringAt(run, 'dotted_order') ?? String(readTime(run.start_time) ?? '');
    const sorted = [...runs.values()]
      .filter(({ run }) => run.run_type === 'llm')
      .toSorted((left, right) => (order(left.run) < order(right.run) ? -1 : 1));
    for (const { run, ref } of sorted) tree.add(exchangeOf(run, ref));
    return {
      conversations: tree.conversations({ format: 'langsmith', file: input.name, ids: new Ids(baseName(input.name)) }),
    };
  },
};

function runsIn(value: unknown): unknown[] {
  const batch = [...listAt(value, 'post'), ...listAt(value, 'patch')];
  if (batch.length > 0) return batch;
  const list = listAt(value, 'runs');
  if (list.length > 0) return list;
  return isRun(value) ? [value, ...listAt(value, 'child_runs').flatMap(runsIn)] : [];
}

function isRun(value: unknown): boolean {
  return isRecord(value) && ('run_type' in value || ('dotted_order' in value && 'trace_id' in value));
}

function exchangeOf(run: Record<string, unknown>, ref: RecordRef) {
  const outputs = recordAt(run, 'outputs');
  const usage = recordAt(outputs, 'usage_metadata') ?? recordAt(recordAt(run, 'extra')?.metadata, 'usage_metadata');
  const older = recordAt(recordAt(outputs, 'llm_output'), 'token_usage');
  const startedAt = readTime(run.start_time);
  const model = stringAt(recordAt(recordAt(run, 'extra'), 'metadata'), 'ls_model_name');
  const failed = stringAt(run, 'error');
  return {
    request: anyRequest(run.inputs, model),
    answer: outputs
      ? anyAnswer(outputs, {
          usage: usageOf({
            prompt: tokensAt(usage, 'input_tokens') ?? tokensAt(older, 'prompt_tokens'),
            output: tokensAt(usage, 'output_tokens') ?? tokensAt(older, 'completion_tokens'),
            cached: tokensAt(usage, 'input_token_details.cache_read'),
            written: tokensAt(usage, 'input_token_details.cache_creation'),
          }),
          model,
        })
      : null,
    ...(failed === null ? {} : { failure: failed.slice(0, 500) }),
    startedAt,
    durationMs: between(startedAt, readTime(run.end_time)),
    refs: [ref],
  };
}
