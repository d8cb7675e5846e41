import { isRecord } from '../../messages/blocks.ts';
import { share } from '../detect.ts';
import type { Importer } from '../importer.ts';
import { readTime } from '../time.ts';
import { listAt, recordAt, stringAt } from '../transcript.ts';
import { WireReader } from '../wire.ts';

/** Model invocation logs of Amazon Bedrock (CloudWatch or S3). Bodies that were put elsewhere (over 100 kB) are missing. */
export const bedrockLogImporter: Importer = {
  id: 'bedrock-log',
  label: 'Amazon Bedrock invocation log',
  detect: (sample) => 0.99 * share(sample.rows, isLog),
  async read(input) {
    const reader = new WireReader('bedrock-log', input.name, input.sink);
    for await (const { value, ref } of input.rows()) {
      const log = isRecord(value) ? value : {};
      const request = recordAt(log, 'input');
      const response = recordAt(log, 'output');
      if (!request?.inputBodyJson) {
        const why =
          stringAt(request, 'inputBodyS3Path') === null ? 'has no body' : 'has its body in S3; import that object';
        input.sink.drop(ref, 'no-body', `The logged call ${why}.`);
        continue;
      }
      const body = response?.outputBodyJson;
      const stream = listAt(response, 'outputBodyJson');
      const model = stringAt(log, 'modelId') ?? 'model';
      const converse = /converse/i.test(stringAt(log, 'operation') ?? '');
      await reader.add({
        url: converse ? `/model/${encodeURIComponent(model)}/converse` : `/model/${encodeURIComponent(model)}`,
        method: 'POST',
        requestBody: request.inputBodyJson,
        status: null,
        responseBody: stream.length > 0 ? stream : (body ?? null),
        startedAt: readTime(log.timestamp),
        endedAt: null,
        ref,
      });
    }
    return { conversations: reader.conversations() };
  },
};

function isLog(value: unknown): boolean {
  return (
    isRecord(value) &&
    (value.schemaType === 'ModelInvocationLog' ||
      (typeof value.modelId === 'string' &&
        isRecord(value.input) &&
        ('inputBodyJson' in value.input || 'inputBodyS3Path' in value.input)))
  );
}
