import { ExchangeTree } from '../exchanges.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import type { RecordRef } from '../import-types.ts';
import { callOfSpan, isModelSpan } from '../otel-call.ts';
import { spansIn } from '../otel-spans.ts';
import type { Span } from '../otel-spans.ts';

/** OpenTelemetry spans of model calls: the GenAI conventions, OpenInference (Phoenix), the AI SDK, Traceloop. */
export const otelImporter: Importer = {
  id: 'otel',
  label: 'OpenTelemetry GenAI or OpenInference spans',
  detect(sample) {
    const spans = sample.rows.flatMap((row) => spansIn(row));
    if (spans.length === 0) return 0;
    return spans.some(isModelSpan) ? 0.97 : 0.5;
  },
  async read(input) {
    const found: { span: Span; ref: RecordRef }[] = [];
    for await (const { value, ref } of input.rows()) {
      const spans = spansIn(value);
      if (spans.length === 0) input.sink.drop(ref, 'unknown-record', 'The record holds no spans.');
      else input.sink.seen += spans.length - 1;
      for (const span of spans) {
        const isCall = isModelSpan(span);
        input.sink.count(isCall ? 'model span' : 'span', isCall ? 'message' : 'meta');
        if (isCall) found.push({ span, ref });
      }
    }
    const tree = new ExchangeTree();
    let blank = 0;
    for (const { span, ref } of found.toSorted(
      (left, right) => (left.span.startedAt ?? 0) - (right.span.startedAt ?? 0),
    )) {
      const call = callOfSpan(span, ref);
      if (call) tree.add(call);
      else blank += 1;
    }
    if (blank > 0) {
      const message = `${blank} model spans hold no messages: the recording of content was switched off.`;
      input.sink.tell(null, 'no-content', message);
    }
    return {
      conversations: tree.conversations({ format: 'otel', file: input.name, ids: new Ids(baseName(input.name)) }),
    };
  },
};
