import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { changedLines, compactJson, editableResult, layOutJson, readBack, valueOfLine } from './graph-edit.ts';

const ORDER = '{"order_id":"A-1001","status":"delivered","amount":129.00}';

describe('editableResult', () => {
  it('lays JSON out without touching its numbers', () => {
    expect(editableResult({ content: ORDER, is_error: false })).toEqual({
      kind: 'json',
      text: '{\n  "order_id": "A-1001",\n  "status": "delivered",\n  "amount": 129.00\n}',
    });
  });

  it('leaves other text alone and shows the text of a single text block', () => {
    expect(editableResult({ content: '95F, {sunny}', is_error: false })).toEqual({
      kind: 'text',
      text: '95F, {sunny}',
    });
    expect(editableResult({ content: [{ type: 'text', text: 'hello' }], is_error: false }).text).toBe('hello');
  });

  it('shows other blocks as they are', () => {
    const content = [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }];
    expect(editableResult({ content, is_error: false }).kind).toBe('blocks');
  });
});

describe('readBack', () => {
  it('gives the very same result back when nothing was changed', () => {
    for (const content of [ORDER, 'plain', '[1, 2]', [{ type: 'text', text: '{"a":1}', cache_control: null }]]) {
      const before = { content, is_error: false };
      expect(readBack(before, editableResult(before).text, false)).toEqual({ ok: true, result: before });
    }
  });

  it('sends compact JSON back compact and laid-out JSON as typed', () => {
    const edited = editableResult({ content: ORDER, is_error: false }).text.replace('delivered', 'shipped');
    expect(readBack({ content: ORDER, is_error: false }, edited, true)).toEqual({
      ok: true,
      result: { content: ORDER.replace('delivered', 'shipped'), is_error: true },
    });
    expect(readBack({ content: '{ "a": 1 }', is_error: false }, '{\n "a": 2 }', false)).toEqual({
      ok: true,
      result: { content: '{\n "a": 2 }', is_error: false },
    });
  });

  it('takes broken JSON as the text it is: a tool may answer anything', () => {
    const back = readBack({ content: ORDER, is_error: false }, '{"order_id":', false);
    expect(back).toEqual({ ok: true, result: { content: '{"order_id":', is_error: false } });
  });

  it('refuses a block list that is none', () => {
    const before = { content: [{ type: 'image' }, { type: 'text', text: 'x' }], is_error: false };
    expect(readBack(before, '[{"kind":"image"}]', false)).toEqual({ ok: false, message: 'not-blocks' });
    expect(readBack(before, '[', false).ok).toBe(false);
  });
});

describe('compactJson', () => {
  it('undoes layOutJson for every JSON object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(compactJson(layOutJson(text) ?? '')).toBe(text);
      }),
    );
  });
});

describe('changedLines', () => {
  it('names the replaced line with its old text', () => {
    expect(changedLines('{\n "a": 1,\n "b": 2\n}', '{\n "a": 3,\n "b": 2\n}')).toEqual(new Map([[1, ' "a": 1,']]));
  });

  it('marks added lines as new', () => {
    expect(changedLines('a\nc', 'a\nb\nc')).toEqual(new Map([[1, null]]));
  });

  it('finds nothing in equal texts', () => {
    expect(changedLines('a\nb', 'a\nb').size).toBe(0);
  });

  it('takes the value out of a member line', () => {
    expect(valueOfLine('  "status": "delivered",')).toBe('"delivered"');
    expect(valueOfLine('plain words')).toBe('plain words');
  });
});
