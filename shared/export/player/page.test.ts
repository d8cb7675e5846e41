import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SessionDriver } from '../../testing/session-driver.ts';
import { requestOf, story } from '../../testing/stories.ts';
import { htmlExporter } from '../formats/html.ts';
import { playerScript, playerStyle } from './page.ts';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&<!--';

function page(): string {
  const driver = new SessionDriver(
    story(
      [
        {
          type: 'response',
          message: {
            content: [
              { type: 'thinking', thinking: HOSTILE, signature: 's' },
              { type: 'text', text: HOSTILE },
              { type: 'tool_use', id: 't1', name: 'look', input: { [HOSTILE]: HOSTILE } },
            ],
            stop_reason: 'tool_use',
          },
        },
        { type: 'response', message: { content: 'Done.', stop_reason: 'end_turn' } },
      ],
      {
        request: requestOf(HOSTILE, { system: HOSTILE }),
        tool_results: { look: { content: HOSTILE, is_error: true } },
      },
    ),
  );
  driver.command({ type: 'continue' });
  while (driver.answerOne());
  const { state, at, log } = driver;
  return htmlExporter.write({ title: HOSTILE, state, branch: at, events: log.events });
}

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('the exported page', () => {
  test('its policy allows the script and the style of the player, and nothing else', () => {
    const html = page();
    const policy = /Content-Security-Policy" content="([^"]*)"/u.exec(html)?.[1] ?? '';
    expect(policy).toContain(`script-src '${hash(playerScript())}';`);
    expect(policy).toContain(`style-src '${hash(playerStyle())}';`);
    expect(policy).toContain("default-src 'none'");
    expect(html).toContain(`<script>${playerScript()}</script>`);
    expect(html).toContain(`<style>${playerStyle()}</style>`);
  });

  test('no content becomes markup, and no address leads out', () => {
    const html = page().replace(playerScript(), '').replace(playerStyle(), '');
    expect(html.match(/<script/gu)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<!--|onerror="/u);
    expect(html.match(/(?:src|href)="(?!#)[^"]*"/gu)).toBeNull();
  });

  test('every message has its place, and the graph leads there', () => {
    const html = page();
    const places = [...html.matchAll(/<article id="([^"]+)"/gu)].map((match) => match[1]);
    expect(places).toHaveLength(4);
    for (const id of places) expect(html).toContain(`<a href="#${id}"`);
  });
});
