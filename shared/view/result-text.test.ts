import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../session/events.ts';
import type { OpenCall } from '../session/state.ts';
import { commandOfResult, textOfResult } from './inspect-edit.ts';
import { draftOfNodeText, nodeText } from './result-text.ts';

const ORDER = '{"order_id":"A-1001","status":"delivered","amount":129.00}';
const plain = (content: CallResult['content']): CallResult => ({ content, is_error: false });
const callWith = (result: CallResult): OpenCall => ({ id: 'm2.0', name: 'f', result }) as OpenCall;

/** What Apply would store for a text typed in the node. */
function applied(result: CallResult, typed: string, draft: string | null = null): unknown {
  const text = draftOfNodeText(result, draft, typed);
  const outcome = commandOfResult(callWith(result), { text, isError: false, asText: true });
  return outcome.ok && outcome.command.type === 'edit-result' ? outcome.command.result.content : outcome;
}

describe('one draft behind two editors of a result', () => {
  it('what is typed in the node is what the node shows, whatever the result is', () => {
    const content = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.array(fc.string().map((text) => ({ type: 'text', text }))),
    );
    fc.assert(
      fc.property(content, fc.array(fc.string(), { minLength: 1 }), (stored, typings) => {
        const result = plain(stored);
        let draft: string | null = null;
        for (const typed of typings) {
          draft = draftOfNodeText(result, draft, typed);
          expect(nodeText(result, draft)).toBe(typed);
        }
      }),
    );
  });

  it('an untouched or restored text is no edit', () => {
    for (const content of [ORDER, 'plain', '[1, 2]', [{ type: 'text', text: ORDER, cache_control: null }]]) {
      const result = plain(content);
      expect(draftOfNodeText(result, 'something else', nodeText(result, null))).toBe(textOfResult(result).text);
      expect(applied(result, nodeText(result, null))).toEqual({ ok: false, fault: { code: 'unchanged' } });
    }
  });

  it('compact JSON goes back compact, in a text and in a text block with its other fields', () => {
    const result = plain(ORDER);
    const changed = ORDER.replace('delivered', 'shipped');
    expect(applied(result, nodeText(result, null).replace('delivered', 'shipped'))).toBe(changed);
    const block = { type: 'text', text: ORDER, cache_control: { type: 'ephemeral' as const } };
    const blocks = plain([block]);
    expect(applied(blocks, nodeText(blocks, null).replace('delivered', 'shipped'))).toEqual([
      { ...block, text: changed },
    ]);
  });

  it('a block added in the inspector turns the node to JSON; laid-out JSON stays as typed', () => {
    const result = plain([{ type: 'text', text: 'a' }]);
    const two = '[{"type":"text","text":"a"},{"type":"text","text":"b"}]';
    expect(nodeText(result, two)).toBe(two);
    expect(draftOfNodeText(result, two, `${two} `)).toBe(`${two} `);
    expect(applied(plain('{ "a": 1 }\n'), '{\n "a": 2 }')).toBe('{"a":2}');
    expect(applied(plain('{\n "a": 1 }'), '{\n "a": 2 }')).toBe('{\n "a": 2 }');
  });

  it('a text may be anything; a block list must stay one', () => {
    expect(applied(plain(ORDER), '{"order_id":')).toBe('{"order_id":');
    const image = plain([{ type: 'image' }, { type: 'text', text: 'x' }]);
    expect(applied(image, '[{"kind":"image"}]')).toEqual({
      ok: false,
      fault: { code: 'bad-block', path: 'content.0' },
    });
    expect(applied(image, '[')).toMatchObject({ ok: false, fault: { code: 'syntax' } });
  });
});
