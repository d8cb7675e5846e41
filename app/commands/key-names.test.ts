// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { keyName, keyScope, shownKey } from './key-names.ts';
import { COMMANDS, commandByKey } from './registry.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('key names', () => {
  it.each([
    [press('s'), 's'],
    [press('.'), '.'],
    [press('?', { shiftKey: true }), '?'],
    [press('S', { shiftKey: true }), 'Shift+s'],
    [press('F11', { shiftKey: true }), 'Shift+F11'],
    [press('k', { ctrlKey: true }), 'Mod+k'],
    [press('k', { metaKey: true }), 'Mod+k'],
    [press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+z'],
    [press('F10'), 'F10'],
  ])('%j is %s', (event, name) => {
    expect(keyName(event)).toBe(name);
  });

  it('shows keys as the machine of the person names them', () => {
    expect(shownKey('Mod+k', false)).toBe('Ctrl K');
    expect(shownKey('Mod+k', true)).toBe('⌘ K');
    expect(shownKey('Shift+F11', false)).toBe('Shift F11');
    expect(shownKey('s', false)).toBe('s');
  });
});

describe('the key map', () => {
  it('gives no key to two commands', () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['s', 'step'],
    ['n', 'stepTurn'],
    ['i', 'stepInto'],
    ['o', 'stepOut'],
    ['c', 'continue'],
    ['p', 'pause'],
    ['r', 'restart'],
    ['.', 'stop'],
    ['f', 'fork'],
    ['e', 'edit'],
    ['b', 'breakpoint'],
    ['/', 'search'],
    ['?', 'keys'],
    ['Mod+k', 'palette'],
    ['F8', 'continue'],
    ['F10', 'step'],
    ['F11', 'stepInto'],
    ['Shift+F11', 'stepOut'],
  ])('%s is %s', (key, id) => {
    expect(commandByKey(key)?.id).toBe(id);
  });
});

describe('where a key press belongs', () => {
  const inside = (html: string): Element => {
    document.body.innerHTML = html;
    const target = document.querySelector('[data-here]');
    if (!target) throw new Error('no target in the fixture');
    return target;
  };

  it.each([
    ['<button data-here>Step</button>', 'page'],
    ['<input type="checkbox" data-here>', 'page'],
    ['<input data-here>', 'field'],
    ['<textarea data-here></textarea>', 'field'],
    ['<div contenteditable="true"><b data-here>x</b></div>', 'field'],
    ['<div class="monaco-editor"><textarea data-here></textarea></div>', 'editor'],
    ['<div role="dialog"><button data-here>Close</button></div>', 'popup'],
    ['<ul role="listbox"><li data-here>One</li></ul>', 'popup'],
  ])('%s: %s', (html, scope) => {
    expect(keyScope(inside(html))).toBe(scope);
  });
});
