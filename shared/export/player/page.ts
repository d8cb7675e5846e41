import PLAYER_CSS from './style.txt?raw';
import PLAYER_SCRIPT from './player.js?raw';
import { escapeXml } from '../../view/graph-svg-parts.ts';
import { themeCss } from './theme.ts';
import type { PlayerWords } from './words.ts';

/**
 * SHA-256 of the player's script and style: the page's policy allows these two texts and no other, whatever the content
 * holds. `page.test.ts` says the right ones after a change.
 */
const SCRIPT_HASH = 'sha256-8EyNA7zNAdDWXS39yYoPSmZqiAj2ka88JmPxVn5rDcI=';
const STYLE_HASH = 'sha256-HBqUkCq6k4DxDhsbEdG1AVduiTrLlv7cn7VgqQWhw14=';

export function playerScript(): string {
  return `\n${PLAYER_SCRIPT}`;
}

export function playerStyle(): string {
  return `\n${themeCss()}${PLAYER_CSS}`;
}

const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

export interface PlayerPage {
  language: 'en' | 'zh-CN';
  words: PlayerWords;
  title: string;
  facts: string;
  /** Markup that is safe already. */
  graph: string;
  setup: string;
  messages: string;
}

/** The page around the content. One file: no address in it leads anywhere. */
export function playerPage({ language, words, title, facts, graph, setup, messages }: PlayerPage): string {
  const data = JSON.stringify({ play: words.play, pause: words.pause, found: words.found }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>${playerStyle()}</style>
</head>
<body>
<header>
<h1>${escapeXml(title)}</h1>
<p>${facts}</p>
<div class="tools">
<span id="found" role="status"></span>
<input id="search" type="search" aria-label="${words.search}" placeholder="${words.search}">
<button id="theme" type="button">${words.theme}</button>
</div>
</header>
<div class="bar">
<button id="back" type="button">${words.back}</button>
<button id="play" type="button" aria-pressed="false">${words.play}</button>
<button id="next" type="button">${words.next}</button>
<input id="slider" type="range" min="1" max="1" value="1" aria-label="${words.timeline}">
<span id="place"></span>
</div>
<main>
<section id="graph" role="region" aria-label="${words.graph}" tabindex="0">
${graph}</section>
<section id="read" aria-label="${words.messages}" tabindex="0">
${setup}<div id="list" role="feed" aria-label="${words.messages}">
${messages}</div>
</section>
</main>
<footer>${words.made} ${words.keys}</footer>
<script id="words" type="application/json">${data}</script>
<script>${playerScript()}</script>
</body>
</html>
`;
}
