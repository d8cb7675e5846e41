import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { changedLines, compactJson, editableResult, layOutJson, valueOfLine } from './graph-edit.ts';

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
