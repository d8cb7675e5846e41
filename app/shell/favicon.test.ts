import { describe, expect, it } from 'vitest';
import type { Pill } from '../store/pill.ts';
import { faviconSvg } from './favicon.ts';

const KINDS: readonly Pill['kind'][] = [
  ...(['none', 'paused', 'interrupted', 'waiting', 'running', 'pausing', 'retrying'] as const),
  ...(['done', 'stopped', 'failed', 'replaying'] as const),
];

describe('the icon of the tab', () => {
  it('has another shape for every state, colours aside', () => {
    const shapes = KINDS.map((kind) => faviconSvg(kind, { ink: 'black', lens: 'black', mark: 'black' }));
    expect(new Set(shapes).size).toBe(KINDS.length);
  });

  it('is a document of its own that names nothing outside', () => {
    for (const kind of KINDS) {
      const svg = faviconSvg(kind, { ink: '#000', lens: '#fff', mark: '#000' });
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>$/);
      expect(svg).not.toMatch(/href|url\(|<style|class=/);
    }
  });
});
