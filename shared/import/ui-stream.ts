import { isRecord } from '../messages/blocks.ts';
import type { RecordRef } from './import-types.ts';
import { Transcript, callOf, recordAt, stringAt, textOfValue } from './transcript.ts';

const CHUNKS =
  /^(start|finish|abort|error|start-step|finish-step|text-(start|delta|end)|reasoning-(start|delta|end)|tool-input-(start|delta|available|error)|tool-output-(available|error|denied)|tool-approval-request|source-(url|document)|file|message-metadata|data-[\w-]+)$/;

/** Whether a value is a chunk of the AI SDK's UI message stream. */
export function isUiChunk(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    CHUNKS.test(value.type) &&
    !('role' in value) &&
    !('timestamp' in value)
  );
}

interface Open {
  kind: 'text' | 'reasoning' | 'tool';
  text: string;
  name: string;
  input: unknown;
}

/** Builds the answer that a UI message stream tells: steps are answers, outputs their results. */
export class UiStreamReader {
  readonly #transcript = new Transcript();
  readonly #open = new Map<string, Open>();
  id: string | null = null;

  /** False for chunks that carry nothing of the message. */
  add(chunk: Record<string, unknown>, ref: RecordRef): boolean {
    const type = String(chunk.type);
    if (type === 'start') this.id = stringAt(chunk, 'messageId');
    if (type === 'finish-step' || type === 'start-step' || type === 'finish' || type === 'abort') this.#flush(ref);
    if (type === 'error') this.#transcript.event('stream_error', stringAt(chunk, 'errorText') ?? 'error', null, ref);
    const [kind, step] = type.startsWith('tool-')
      ? (['tool', type.slice(5)] as const)
      : ([type.split('-', 1)[0] ?? '', type.split('-')[1] ?? ''] as const);
    if (kind === 'tool') return this.#tool(step, chunk, ref);
    if (kind !== 'text' && kind !== 'reasoning') return false;
    const open = this.#part(`${kind} ${stringAt(chunk, 'id') ?? ''}`, kind);
    if (step === 'delta') open.text += textOfValue(chunk.delta ?? chunk.textDelta);
    return true;
  }

  #part(key: string, kind: Open['kind']): Open {
    const known = this.#open.get(key) ?? { kind, text: '', name: '', input: undefined };
    this.#open.set(key, known);
    return known;
  }

  #tool(step: string, chunk: Record<string, unknown>, ref: RecordRef): boolean {
    const id = stringAt(chunk, 'toolCallId') ?? '';
    if (step.startsWith('input')) {
      const open = this.#part(`tool ${id}`, 'tool');
      open.name = stringAt(chunk, 'toolName') ?? open.name;
      if (step === 'input-delta') open.text += textOfValue(chunk.inputTextDelta ?? chunk.delta);
      if ('input' in chunk) open.input = chunk.input;
      return true;
    }
    if (!step.startsWith('output')) return false;
    this.#flush(ref);
    const failed = step !== 'output-available';
    const content = failed
      ? (stringAt(chunk, 'errorText') ?? 'The call was denied.')
      : textOfValue(recordAt(chunk, 'output')?.value ?? chunk.output);
    this.#transcript.result({ id, content, isError: failed }, [ref]);
    return true;
  }

  /** Ends the open parts of a step as one answer. */
  #flush(ref: RecordRef | null): void {
    const blocks = [...this.#open].map(([key, { kind, text, name, input }]) => {
      if (kind === 'tool') return callOf(key.slice(5), name, input ?? text);
      return kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: text, signature: '' };
    });
    this.#open.clear();
    if (blocks.length > 0) this.#transcript.more(blocks, ref ? [ref] : []);
  }

  transcript(): Transcript {
    this.#flush(null);
    return this.#transcript;
  }
}
